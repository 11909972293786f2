import { fastChecks, integration } from '../local/checks.ts'
import { main } from '../local/main.ts'
import { nodeBinary } from '../local/paths.ts'
import { check, conclude, step } from '../local/steps.ts'
import { prepareStories, stories } from '../local/stories.ts'

await main(async () => {
  const prepared = await prepareStories()
  // the files of a first visit, compared with their budget
  const sizes = await step('sizes', () => check(nodeBinary, 'frontends/shell/build/sizes.ts'))
  const checked = await fastChecks()
  return conclude([prepared, sizes, ...checked, await integration(), await stories()])
})
