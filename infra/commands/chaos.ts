import { main } from '../local/process/main.ts'
import { runByName } from '../local/trials/by-name.ts'

// `npm run chaos -- kills`
await main(() => runByName('chaos', process.argv[2]))
