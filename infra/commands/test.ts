import { fastChecks, integration } from '../local/checks/checks.ts'
import { check, conclude, step } from '../local/checks/steps.ts'
import { prepareStories, stories } from '../local/checks/stories.ts'
import { lifetime, main, say } from '../local/process/main.ts'
import { nodeBinary } from '../local/process/paths.ts'
import { ensureEngine } from '../local/site/media-engine.ts'

await main(async () => {
  // at the lowest priority beside the next steps, until integration waits for it and reports a failure
  ensureEngine({ say, stop: lifetime }).catch(() => {})
  const prepared = await prepareStories()
  // the files of a first visit, compared with their budget
  const sizes = await step('sizes', () => check(nodeBinary, 'frontends/shell/build/sizes.ts'))
  const checked = await fastChecks()
  return conclude([prepared, sizes, ...checked, await integration(), await stories()])
})
