import { fastChecks } from '../local/checks.ts'
import { main } from '../local/main.ts'
import { conclude } from '../local/steps.ts'

await main(async () => conclude(await fastChecks()))
