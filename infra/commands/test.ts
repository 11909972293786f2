import { fastChecks, integration } from '../local/checks.ts'
import { main } from '../local/fail.ts'
import { conclude } from '../local/steps.ts'
import { stories } from '../local/stories.ts'

await main(async () => {
  const steps = await fastChecks()
  steps.push(await integration())
  steps.push(await stories())
  return conclude(steps)
})
