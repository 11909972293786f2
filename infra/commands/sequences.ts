import { join } from 'node:path'
import { conclude, playwright, reports, step } from '../local/checks/steps.ts'
import { storyEnvironment } from '../local/checks/stories.ts'
import { PlainError } from '../local/process/fail.ts'
import { main } from '../local/process/main.ts'
import { withTrialSite } from '../local/trials/trial.ts'

// `npm run sequences -- 5000` plays this many random sequences; `-- 60 12345` with this seed
await main(async () => {
  const [count = '1000', seed] = process.argv.slice(2)
  if (!/^\d{1,6}$/.test(count)) throw new PlainError('How many? npm run sequences -- 5000')
  const only = ['gateway', 'auth', 'users', 'availability', 'classroom', 'admin', 'notifications']
  let found = { passed: 0, failed: 1 }
  const run = await step('sequences', async () => {
    await withTrialSite(
      { RATE_LIMIT_PER_MINUTE: '10000000' },
      async (site) => {
        found = await playwright({
          folder: join(reports, 'sequences'),
          args: ['sequences'],
          env: {
            ...storyEnvironment(site, join(site.logFolder, '..')),
            // the suite opens no browser
            E2E_BROWSER: 'none',
            SEQUENCES: count,
            ...(seed && { SEQUENCE_SEED: seed }),
          },
        })
      },
      only,
    )
    return found
  })
  return conclude([run])
})
