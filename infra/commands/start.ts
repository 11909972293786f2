import { main } from '../local/main.ts'
import { runSite } from '../local/run-site.ts'

await main(() => runSite({ watchFiles: false }))
