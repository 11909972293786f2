import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { browserFlags } from '../../infra/local/tools/browser-flags.ts'
import { recordInteractions } from './interactions.ts'
import { site } from './site.ts'

export type Language = 'en' | 'fr' | 'ar'

declare global {
  /** The test environment takes screenshots of these pages when a test fails. */
  var openPages: Set<Page> | undefined
}

const flags = [
  ...browserFlags,
  // the font rendering of the reference pictures; the small headless build renders differently
  '--font-render-hinting=none',
]

/** A fake microphone and camera, allowed without a prompt; media may use loopback. */
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
  /** Allows the service worker, which keeps pages for offline use. */
  offline?: boolean
}

/** A visitor with separate cookies and storage. Errors on their pages are collected in `faults`. */
export async function visitor(
  browser: Browser,
  { language = 'en', width = 1280, offline = false }: Visit = {},
): Promise<{ page: Page; context: BrowserContext; faults: string[] }> {
  const context = await browser.newContext({
    baseURL: site.url,
    locale: language,
    viewport: { width, height: 900 },
    // each page is read in three languages, so that axe sees both themes of it
    colorScheme: language === 'fr' ? 'dark' : 'light',
    reducedMotion: 'reduce',
    // the service worker would fetch every page and asset
    serviceWorkers: offline ? 'allow' : 'block',
  })
  context.setDefaultTimeout(60_000)
  await recordInteractions(context)
  const page = await context.newPage()
  globalThis.openPages?.add(page)
  page.once('close', () => globalThis.openPages?.delete(page))
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
