import { runBesideSite } from '../local/beside-site.ts'
import { main } from '../local/main.ts'

await main(() => runBesideSite('services/auth/src/create-super-admin.ts', process.argv.slice(2)))
