import { main } from '../local/process/main.ts'
import { runBesideSite } from '../local/site/beside-site.ts'

// `npm run mails -- list|held`: mails that were given up, or are held after a restore
await main(() => runBesideSite('services/notifications/src/mails/mails-cli.ts', process.argv.slice(2)))
