import { main } from '../local/process/main.ts'
import { runBesideSite } from '../local/site/beside-site.ts'

// `npm run dlt -- list`: events that could not be handled
await main(() => runBesideSite('packages/kit/src/commands/dlt-cli.ts', process.argv.slice(2)))
