import { join } from 'node:path'
import { reports } from './checks.ts'
import { buildFrontEnds } from './front-ends.ts'
import { lifetime, say } from './main.ts'
import { startSite } from './site.ts'
import { jest, type Step, step } from './steps.ts'
import { browser, browserPath, ensureTools } from './tools.ts'
import { withTrialFolder } from './trial.ts'

/** What the stories need and takes long: done before the first of them. */
export function prepareStories(): Promise<Step> {
  return step('build', async () => {
    await ensureTools([browser], { say, stop: lifetime })
    await buildFrontEnds({ say, stop: lifetime })
    return { passed: 0, failed: 0 }
  })
}

/** The stories in a real browser against the whole product, on ports and data of its own. */
export function stories(args: readonly string[] = []): Promise<Step> {
  return step('e2e', () =>
    withTrialFolder('e2e', async (dataDir) => {
      const env = { LIMITS_FACTOR: '100' }
      const site = await startSite({ dataDir, ports: 'free', say, stop: lifetime, env })
      try {
        return await jest({
          projects: ['e2e'],
          folder: reports,
          args: ['--runInBand', ...args],
          env: {
            E2E_URL: site.url,
            E2E_MAIL_URL: site.mailUrl,
            E2E_MONGO_URL: site.servers.MONGO_URL,
            // where `<process>.pid` stands, for stories in which a process is killed
            E2E_LOGS: join(dataDir, 'log'),
            E2E_BROWSER: browserPath() ?? '',
          },
        })
      } finally {
        await site.stop(1000)
      }
    }),
  )
}
