import { integration } from '../local/checks/checks.ts'
import { manifestChecks } from '../local/checks/manifests.ts'
import { nightly } from '../local/checks/nightly.ts'
import { check, conclude, type Step, step } from '../local/checks/steps.ts'
import { prepareStories, stories } from '../local/checks/stories.ts'
import { main, say } from '../local/process/main.ts'
import { nodeBinary } from '../local/process/paths.ts'

/** A command of its own: passed or failed as a whole. */
const command = (name: string, ...args: string[]): Promise<Step> =>
  step(`${name} ${args.join(' ')}`.trim(), async () => {
    const { failed } = await check(nodeBinary, `infra/commands/${name}.ts`, ...args)
    return { passed: 1 - failed, failed }
  })

// one after the other: the scenarios measure times
await main(async () => {
  for (const { what } of nightly) say(`· ${what}`)
  Object.assign(process.env, { NIGHTLY: 'true', ROUNDS: '20' })
  const steps = [
    ...(await manifestChecks()),
    await prepareStories(),
    await integration({ night: true }),
    await stories(),
  ]
  // the scenarios have rounds of their own
  delete process.env['ROUNDS']
  process.env['SIZE'] = 'small'
  steps.push(await command('sequences', '300'), await command('chaos', 'nightly'), await command('fuzz'))
  return conclude(steps)
})
