import { integration } from '../local/checks.ts'
import { main } from '../local/main.ts'
import { conclude } from '../local/steps.ts'

// `npm run test:it -- services/auth` runs only those
await main(async () => conclude([await integration(process.argv.slice(2))]))
