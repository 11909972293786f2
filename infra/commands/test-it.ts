import { integration } from '../local/checks/checks.ts'
import { conclude } from '../local/checks/steps.ts'
import { main } from '../local/process/main.ts'

// `npm run test:it -- services/auth` runs only those
await main(async () => conclude([await integration({ names: process.argv.slice(2) })]))
