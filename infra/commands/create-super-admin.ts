import { runBesideSite } from '../local/site/beside-site.ts'
import { main } from '../local/process/main.ts'

await main(() => runBesideSite('services/auth/src/create-super-admin.ts', process.argv.slice(2)))
