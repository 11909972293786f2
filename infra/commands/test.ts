import { fastChecks, integration } from '../local/checks.ts'
import { main } from '../local/main.ts'
import { conclude } from '../local/steps.ts'
import { prepareStories, stories } from '../local/stories.ts'

await main(async () => {
  const prepared = await prepareStories()
  const checked = await fastChecks()
  return conclude([prepared, ...checked, await integration(), await stories()])
})
