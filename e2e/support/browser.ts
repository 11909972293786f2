import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { site } from './site.ts'

export type Language = 'en' | 'fr' | 'ar'

declare global {
  /** What the test environment shows when a story fails. */
  var openPages: Set<Page> | undefined
}

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Chromium's way with letters, which the kept pictures show; its small headless build has another
  '--font-render-hinting=none',
]

/** A microphone that beeps and a camera that counts, allowed without a question; media may go over loopback. */
const fakeDevices = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--allow-loopback-in-peer-connection',
  '--autoplay-policy=no-user-gesture-required',
]

export function openBrowser({ devices = false } = {}): Promise<Browser> {
  const args = devices ? [...flags, ...fakeDevices] : flags
  return chromium.launch({ executablePath: site.browser, args })
}

type Visit = {
  language?: Language
  width?: number
  /** Keeps pages for the time without a network, as every visitor's browser does. */
  offline?: boolean
}

/** A visitor of their own: fresh cookies and storage. What goes wrong on their pages is kept in `faults`. */
export async function visitor(
  browser: Browser,
  { language = 'en', width = 1280, offline = false }: Visit = {},
): Promise<{ page: Page; context: BrowserContext; faults: string[] }> {
  const context = await browser.newContext({
    baseURL: site.url,
    locale: language,
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    // a visitor's browser would fetch every page and part for later
    serviceWorkers: offline ? 'allow' : 'block',
  })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  globalThis.openPages?.add(page)
  page.once('close', () => globalThis.openPages?.delete(page))
  const go = page.goto.bind(page)
  // a public page is read before its scripts answer for it; a person takes longer than that to find a button
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

/** Waits until nothing on the page waits for an answer; a dashboard's network is never idle, its live stream is open. */
export function settled(page: Page): Promise<void> {
  return page.locator('.ds-skeleton, .ds-spinner, [aria-busy="true"]').first().waitFor({ state: 'detached' })
}
