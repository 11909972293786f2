import { demoAccounts } from '@darsi/contracts/reference/demo.ts'
import { chromium } from 'playwright-core'
import { PlainError } from '../local/process/fail.ts'
import { lifetime, say } from '../local/process/main.ts'
import { browserFlags } from '../local/tools/browser-flags.ts'
import { browser, browserPath, ensureTools } from '../local/tools/tools.ts'
import { logInOnPage } from '../local/trials/log-in-page.ts'
import { untilQuiet } from '../local/trials/processes.ts'
import { firstPaint } from '../local/trials/slow-phone.ts'
import { print, quantile, withTrialSite } from '../local/trials/trial.ts'

const rounds = 5

/** The first useful paint of each dashboard on a slow phone, beside that of the prerendered home page. */
export async function run(): Promise<void> {
  await ensureTools([browser], { say, stop: lifetime })
  await withTrialSite({}, async (site) => {
    // the demo is made in the background
    await untilQuiet(site.processes)
    const executablePath = browserPath()
    if (!executablePath) throw new PlainError('There is no browser.')
    const chrome = await chromium.launch({ executablePath, args: [...browserFlags] })
    const open = () =>
      chrome.newContext({
        baseURL: site.url,
        locale: 'en',
        viewport: { width: 360, height: 900 },
        serviceWorkers: 'block',
      })
    try {
      for (const { role, email } of demoAccounts) {
        const context = await open()
        const page = await context.newPage()
        await logInOnPage(page, email)
        const path = new URL(page.url()).pathname
        await page.close()
        const home: number[] = []
        const own: number[] = []
        for (let round = 0; round < rounds; round++) {
          home.push(await firstPaint(context, '/', 'main h1'))
          own.push(await firstPaint(context, path, 'main h2'))
        }
        const ratio = (quantile(own, 0.5) / quantile(home, 0.5)).toFixed(1)
        print(`${role}: ${line(own)}; home page ${line(home)}; ratio ${ratio}`)
        await context.close()
      }
    } finally {
      await chrome.close()
    }
  })
}

const line = (values: readonly number[]) =>
  `${Math.round(quantile(values, 0.5))} ms (${values.map((ms) => Math.round(ms)).join(', ')})`
