import { builtPages, integration, staticChecks, unit } from '../local/checks/checks.ts'
import { check, conclude, type Step, step } from '../local/checks/steps.ts'
import { prepareStories, stories } from '../local/checks/stories.ts'
import { lifetime, main, say } from '../local/process/main.ts'
import { nodeBinary } from '../local/process/paths.ts'
import { ensureEngine } from '../local/site/media-engine.ts'

/** What needs no server. */
async function fromFiles(): Promise<Step[]> {
  const built = [
    await prepareStories(),
    await builtPages(),
    // the files of a first visit, compared with their budget
    await step('sizes', () => check(nodeBinary, 'frontends/shell/build/sizes.ts')),
  ]
  return [...built, ...(await staticChecks()), await unit(1)]
}

await main(async () => {
  // at the lowest priority beside the next steps, until a test waits for it and reports a failure
  ensureEngine({ say, stop: lifetime }).catch(() => {})
  // at the same time: much of integration is waiting for servers
  const [files, served] = await Promise.all([fromFiles(), integration()])
  return conclude([...files, served, await stories()])
})
