import { main } from '../local/process/main.ts'
import { runBesideSite } from '../local/site/beside-site.ts'

await main(() => runBesideSite('services/auth/src/create-super-admin.ts', process.argv.slice(2)))
