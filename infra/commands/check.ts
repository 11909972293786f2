import { quickUnit, staticChecks } from '../local/checks/checks.ts'
import { conclude } from '../local/checks/steps.ts'
import { main } from '../local/process/main.ts'

await main(async () => {
  // at the same time: some tests wait for processes that they start
  const [found, tested] = await Promise.all([staticChecks(), quickUnit()])
  return conclude([...found, tested])
})
