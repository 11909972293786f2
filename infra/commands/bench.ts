import { main } from '../local/process/main.ts'
import { runByName } from '../local/trials/by-name.ts'

// `npm run bench -- gateway`, login, growth, …: the files of infra/bench that export run()
await main(() => runByName('bench', process.argv[2]))
