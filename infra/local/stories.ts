import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.ts'
import { startSite } from './site.ts'
import { jest, type Step } from './steps.ts'
import { browser, ensureTools, which } from './tools.ts'

/** The stories in a real browser against the whole product, on ports and data of its own. */
export async function stories(args: readonly string[] = []): Promise<Step> {
  const say = (text: string) => process.stdout.write(`${text}\n`)
  ensureTools([browser], say)
  const dataDir = join(root, '.data', 'test', 'site')
  rmSync(dataDir, { recursive: true, force: true })
  const site = await startSite({ dataDir, ports: 'free', say, env: { LIMITS_FACTOR: '100' } })
  try {
    return await jest('e2e', ['e2e'], ['--runInBand', ...args], {
      E2E_URL: site.url,
      E2E_MAIL_URL: site.mailUrl,
      E2E_MONGO_URL: site.servers.MONGO_URL,
      // where `<process>.pid` stands, for stories in which a process is killed
      E2E_LOGS: join(dataDir, 'log'),
      E2E_BROWSER: which(...browser.commands) ?? '',
    })
  } finally {
    await site.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
