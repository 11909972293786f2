import { fastChecks, integration } from '../local/checks/checks.ts'
import { check, conclude, step } from '../local/checks/steps.ts'
import { prepareStories, stories } from '../local/checks/stories.ts'
import { main } from '../local/process/main.ts'
import { nodeBinary } from '../local/process/paths.ts'

await main(async () => {
  const prepared = await prepareStories()
  // the files of a first visit, compared with their budget
  const sizes = await step('sizes', () => check(nodeBinary, 'frontends/shell/build/sizes.ts'))
  const checked = await fastChecks()
  return conclude([prepared, sizes, ...checked, await integration(), await stories()])
})
