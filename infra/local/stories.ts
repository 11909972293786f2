import { join } from 'node:path'
import { reports } from './checks.ts'
import { buildFrontEnds } from './front-ends.ts'
import { lifetime, say } from './main.ts'
import { type Site, startSite } from './site.ts'
import { services } from './site-ports.ts'
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

/** Limits that no story meets by itself; the address limit is low enough for an attack to reach it. */
export const storySite = { LIMITS_FACTOR: '100', LIMIT_MAILS_PER_ADDRESS: '10' }

/** Where the stories find the site and what an attacker would have to steal. */
export function storyEnvironment(site: Site, dataDir: string): Record<string, string> {
  return {
    E2E_URL: site.url,
    E2E_MAIL_URL: site.mailUrl,
    E2E_MONGO_URL: site.servers.MONGO_URL,
    E2E_SERVICES: JSON.stringify(Object.fromEntries(services.map((name) => [name, site.serviceUrl(name)]))),
    E2E_AUTH_KEYS: site.secrets.AUTH_KEYS,
    E2E_IDENTITY_KEYS: site.secrets.IDENTITY_KEYS,
    // where `<process>.pid` stands, for stories in which a process is killed
    E2E_LOGS: join(dataDir, 'log'),
    E2E_BROWSER: browserPath() ?? '',
  }
}

/** The stories in a real browser against the whole product, on ports and data of its own. */
export function stories(args: readonly string[] = []): Promise<Step> {
  return step('e2e', () =>
    withTrialFolder('e2e', async (dataDir) => {
      const site = await startSite({ dataDir, ports: 'free', say, stop: lifetime, env: storySite })
      try {
        return await jest({
          projects: ['e2e'],
          folder: reports,
          args: ['--runInBand', ...args],
          env: storyEnvironment(site, dataDir),
        })
      } finally {
        await site.stop(1000)
      }
    }),
  )
}
