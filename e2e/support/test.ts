import type { Language } from '@darsi/contracts/reference/languages.ts'
import { type Browser, type BrowserContext, test as base, type Page } from '@playwright/test'
import { recordInteractions } from './interactions.ts'
import { openJudge } from './pictures.ts'
import { site } from './site.ts'

export type Visit = {
  language?: Language
  width?: number
  scheme?: 'light' | 'dark'
  /** The page's clock stands still at this time. */
  at?: string
  bypassCSP?: boolean
  /** Allows the service worker, which keeps pages for offline use. */
  offline?: boolean
}
export type Visitor = { page: Page; context: BrowserContext; faults: string[] }
/** Opens a visitor, whose pages close with the test. */
export type OpenVisitor = (visit?: Visit) => Promise<Visitor>

type Judge = Awaited<ReturnType<typeof openJudge>>['judge']

export const test = base.extend<{ visitor: OpenVisitor }, { judge: Judge }>({
  judge: [
    async ({ browser }, use) => {
      const { judge, close } = await openJudge(browser)
      await use(judge)
      await close()
    },
    { scope: 'worker' },
  ],
  visitor: async ({ browser }, use) => {
    const opened: BrowserContext[] = []
    await use(async (visit) => {
      const visitor = await openVisitor(browser, visit)
      opened.push(visitor.context)
      return visitor
    })
    await Promise.all(opened.map((context) => context.close()))
  },
})

/** A visitor with separate cookies and storage. Errors on their pages are collected in `faults`. */
export async function openVisitor(browser: Browser, visit: Visit = {}): Promise<Visitor> {
  const { language = 'en', width = 1280, offline = false, at, bypassCSP = false } = visit
  const context = await browser.newContext({
    ...(at && { timezoneId: 'Africa/Tunis' }),
    bypassCSP,
    locale: language,
    viewport: { width, height: 900 },
    // axe sees the one theme in English, the other one in Arabic
    colorScheme: visit.scheme ?? (language === 'ar' ? 'dark' : 'light'),
    reducedMotion: 'reduce',
    // the service worker would fetch every page and asset
    serviceWorkers: offline ? 'allow' : 'block',
  })
  if (at) await context.clock.setFixedTime(at)
  await recordInteractions(context)
  const page = await context.newPage()
  const go = page.goto.bind(page)
  // a public page is visible before hydration; a person needs longer than that to find a button
  page.goto = async (...where) => {
    const response = await go(...where)
    if ((await page.locator('#root[data-page]').count()) > 0)
      await page.locator('html[data-alive]').waitFor({ state: 'attached' })
    return response
  }
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) faults.push(message.text())
  })
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== site.url)
      faults.push(`third-party request: ${request.url()}`)
  })
  return { page, context, faults }
}

/** Waits until no element is busy. A dashboard's network is never idle, because its live stream is open. */
export function settled(page: Page): Promise<void> {
  return page.locator('.ds-skeleton, .ds-spinner, [aria-busy="true"]').first().waitFor({ state: 'detached' })
}
