import { runByName } from '../local/trials/by-name.ts'
import { main } from '../local/process/main.ts'

// `npm run chaos -- kills`
await main(() => runByName('chaos', process.argv[2]))
