import { fastChecks } from '../local/checks/checks.ts'
import { main } from '../local/process/main.ts'
import { conclude } from '../local/checks/steps.ts'

await main(async () => conclude(await fastChecks()))
