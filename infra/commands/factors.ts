import { main } from '../local/process/main.ts'
import { runBesideSite } from '../local/site/beside-site.ts'

// `npm run factors -- remove <email>`: a second factor that its owner lost, or that somebody else added
await main(() => runBesideSite('services/auth/src/factors/factors-cli.ts', process.argv.slice(2)))
