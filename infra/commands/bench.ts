import { runByName } from '../local/trials/by-name.ts'
import { main } from '../local/process/main.ts'

// `npm run bench -- registration`, login, enumeration, …: the files of infra/bench that export run()
await main(() => runByName('bench', process.argv[2]))
