import { type Language, languageNames, languages } from '@darsi/contracts/reference/languages.ts'
import { roles } from '@darsi/contracts/reference/roles.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import { openBrowser, visitor } from './support/browser.ts'
import { logInAs } from './support/screens.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** Lighthouse's slow phone: a quarter of this machine, 1.6 Mbit/s, 150 ms to the server. */
const slow = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000, offline: false }
const slower = 4
const goalMs = 2_500
/** The machine of the stories does several things at once, so that only a plain regression fails. */
const limitMs = 2 * goalMs

/** Of the first heading of the open place, from the start of the navigation. */
const observePaint = `
new MutationObserver((_, observer) => {
  if (!document.querySelector('main h2')) return
  observer.disconnect()
  // resolves in the frame after the heading's
  globalThis.usefulPaint = new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))))
}).observe(document, { childList: true, subtree: true })
`

/** The first visit with an empty cache. */
async function firstPaint(page: Page, path: string): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.clearBrowserCache')
  await devtools.send('Network.emulateNetworkConditions', slow)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('main h2').first().waitFor()
  return page.evaluate<number>('globalThis.usefulPaint')
}

describe('on a slow phone', () => {
  it.each(roles)('the %s dashboard shows its first place soon', async (role) => {
    const { page, context } = await visitor(browser, { width: 360 })
    await logInAs(page, role)
    const path = new URL(page.url()).pathname
    await page.close()
    await context.addInitScript(observePaint)
    const rounds: number[] = []
    // a pause of the machine is not the page's weight
    while (rounds.length < 3 && !rounds.some((ms) => ms <= limitMs)) {
      const fresh = await context.newPage()
      rounds.push(await firstPaint(fresh, path))
      await fresh.close()
    }
    const best = Math.min(...rounds)
    process.stderr.write(`${role}: first useful paint ${Math.round(best)} ms on a slow phone\n`)
    expect(best).toBeLessThan(limitMs)
    await context.close()
  })
})

it('a dashboard changes its language without a reload, with the texts of that language only', async () => {
  const { page, context, faults } = await visitor(browser)
  await logInAs(page, 'student')
  const heading = page.locator('main h2').first()
  await heading.waitFor()
  await page.evaluate('globalThis.isSamePage = true')
  const seen = new Set([await heading.textContent()])
  const account = page.locator('.ds-account')
  let current: Language = 'en'
  for (const language of ['ar', 'fr', 'en'] as const) {
    await account.getByRole('button', { name: languageNames[current] }).click()
    await page.getByRole('menuitemradio', { name: languageNames[language] }).click()
    await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' })
    current = language
    seen.add(await heading.textContent())
  }
  expect(seen.size).toBe(languages.length)
  expect(await page.evaluate('globalThis.isSamePage')).toBe(true)
  expect(faults).toEqual([])
  await context.close()
})
