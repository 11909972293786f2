import type { BrowserContext } from 'playwright-core'

/** Lighthouse's slow phone: a quarter of this machine, 1.6 Mbit/s, 150 ms to the server. */
const line = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000, offline: false }
const slower = 4
const patienceMs = 30_000

/** Of the first heading of the open place, from the start of the navigation. */
const observePaint = (heading: string) => `
new MutationObserver((_, observer) => {
  if (!document.querySelector(${JSON.stringify(heading)})) return
  observer.disconnect()
  // the second one runs in the frame after the heading's
  requestAnimationFrame(() => requestAnimationFrame(() => usefulPaint(String(performance.now()))))
}).observe(document, { childList: true, subtree: true })
`

/**
 * Milliseconds until a page shows its heading, at a first visit with an empty cache. The page reports it: a locator
 * would run its own script in the page, and that takes a slow phone about a tenth of a second.
 */
export async function firstPaint(context: BrowserContext, path: string, heading: string): Promise<number> {
  const page = await context.newPage()
  try {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Runtime.enable')
    await devtools.send('Runtime.addBinding', { name: 'usefulPaint' })
    const painted = new Promise<number>((done, fail) => {
      devtools.on('Runtime.bindingCalled', ({ payload }) => done(Number(payload)))
      setTimeout(() => fail(new Error(`${path} shows no ${heading}`)), patienceMs).unref()
    })
    await page.addInitScript(observePaint(heading))
    await devtools.send('Network.enable')
    await devtools.send('Network.clearBrowserCache')
    await devtools.send('Network.emulateNetworkConditions', line)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
    await page.goto(path, { waitUntil: 'commit' })
    return await painted
  } finally {
    await page.close()
  }
}
