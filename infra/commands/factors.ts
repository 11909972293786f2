import { main } from '../local/process/main.ts'
import { runBesideSite } from '../local/site/beside-site.ts'

// `npm run factors -- remove <email>`: for an owner who lost the phone, or to whose account an intruder added a factor
await main(() => runBesideSite('services/auth/src/factors/factors-cli.ts', process.argv.slice(2)))
