import { main } from '../local/process/main.ts'
import { runSite } from '../local/site/run-site.ts'

// `npm start` that restarts a service when its files change; front ends have their own `npm run dev`
await main(() => runSite({ watchFiles: true }))
