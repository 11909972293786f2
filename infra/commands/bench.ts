import { runByName } from '../local/by-name.ts'
import { main } from '../local/main.ts'

// `npm run bench -- registration`
await main(() => runByName('bench', process.argv[2]))
