import { main } from '../local/process/main.ts'
import { runSite } from '../local/site/run-site.ts'

await main(() => runSite({ watchFiles: false }))
