import { runByName } from '../local/by-name.ts'
import { main } from '../local/main.ts'

// `npm run chaos -- kills`
await main(() => runByName('chaos', process.argv[2]))
