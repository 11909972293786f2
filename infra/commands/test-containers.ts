import { integrationInContainers } from '../local/checks/checks.ts'
import { conclude } from '../local/checks/steps.ts'
import { main } from '../local/process/main.ts'

// the same suite as test:it, its servers in containers: `npm run test:containers -- packages/kit`
await main(async () => conclude([await integrationInContainers(process.argv.slice(2))]))
