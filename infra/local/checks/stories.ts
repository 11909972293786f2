import { join } from 'node:path'
import { PlainError } from '../process/fail.ts'
import { lifetime, say } from '../process/main.ts'
import { services } from '../process/site-ports.ts'
import { buildFrontEnds } from '../site/front-ends.ts'
import { ensureEngine } from '../site/media-engine.ts'
import { type Site, startSite } from '../site/site.ts'
import { browser, browserPath, ensureTools } from '../tools/tools.ts'
import { withTrialFolder } from '../trials/trial.ts'
import { playwright, reports, type Step, step, totalOf } from './steps.ts'

/** Slow preparations of the stories, done before the first of them. */
export function prepareStories(): Promise<Step> {
  return step('build', async () => {
    await ensureTools([browser], { say, stop: lifetime })
    if (process.env['E2E_URL']) return { passed: 0, failed: 0 }
    await buildFrontEnds({ say, stop: lifetime })
    return { passed: 0, failed: 0 }
  })
}

/**
 * Limits that no story reaches by itself; the address limit is low enough for an attack to reach it. Most stories
 * approve teachers without documents.
 */
const storySite = { LIMITS_FACTOR: '100', LIMIT_MAILS_PER_ADDRESS: '10', APPROVAL_REQUIRES: 'none' }

/** The site's addresses, and the secrets that an attacker would need. */
export function storyEnvironment(site: Site, dataDir: string): Record<string, string> {
  return {
    E2E_URL: site.url,
    E2E_MAIL_URL: site.mailUrl,
    E2E_MONGO_URL: site.servers.MONGO_URL,
    E2E_SERVICES: JSON.stringify(Object.fromEntries(services.map((name) => [name, site.serviceUrl(name)]))),
    E2E_AUTH_KEYS: site.secrets.AUTH_KEYS,
    E2E_IDENTITY_KEYS: site.secrets.IDENTITY_KEYS,
    // folder of `<process>.pid`, for stories that kill a process
    E2E_LOGS: join(dataDir, 'log'),
    E2E_BROWSER: browserPath() ?? '',
  }
}

/**
 * The stories in a real browser against the whole product, with their own ports and data: two files at a time, then one
 * by one those that need the site for themselves.
 * @param names only files with these in their name, one by one
 */
export function stories(names: readonly string[] = []): Promise<Step> {
  if (process.env['E2E_URL']) return storiesElsewhere(names)
  return step('e2e', () =>
    withTrialFolder('e2e', async (dataDir) => {
      // a site builds it in the background, for longer than a story waits
      await ensureEngine({ say, stop: lifetime })
      // the pictures of the dashboards are taken of a demo with a history
      const env = process.env['PICTURES_UPDATE'] === 'true' ? { ...storySite, DEMO_WEEKS: '12' } : storySite
      const site = await startSite({ dataDir, ports: 'free', say, stop: lifetime, env })
      const run = (part: string, ...args: string[]) =>
        playwright({ folder: join(reports, part), args, env: storyEnvironment(site, dataDir) })
      try {
        if (names.length > 0) return await run('named', '--workers=1', ...names)
        return totalOf([await run('together', '--project=together'), await run('alone', '--project=alone')])
      } finally {
        await site.stop(1000)
      }
    }),
  )
}

/**
 * The stories against a site that runs already, at E2E_URL with caught mail at E2E_MAIL_URL, for example that of
 * compose. Stories that stop the time or kill a process also need E2E_MONGO_URL and E2E_COMPOSE (how compose is called).
 */
function storiesElsewhere(names: readonly string[]): Promise<Step> {
  if (!process.env['E2E_MAIL_URL']) throw new PlainError('E2E_URL is set: please set E2E_MAIL_URL as well.')
  const args = ['--workers=1', ...names]
  const env = { E2E_BROWSER: browserPath() ?? '' }
  return step('e2e', () => playwright({ folder: join(reports, 'elsewhere'), args, env }))
}
