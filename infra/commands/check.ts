import { quickUnit, staticChecks } from '../local/checks/checks.ts'
import { conclude } from '../local/checks/steps.ts'
import { main } from '../local/process/main.ts'

await main(async () => conclude([...(await staticChecks()), await quickUnit()]))
