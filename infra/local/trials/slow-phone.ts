import type { BrowserContext } from 'playwright-core'

/** Lighthouse's slow phone: a quarter of this machine, 1.6 Mbit/s, 150 ms to the server. */
const line = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000, offline: false }
const slower = 4

/** Of the first heading of the open place, from the start of the navigation. */
const observePaint = (heading: string) => `
new MutationObserver((_, observer) => {
  if (!document.querySelector(${JSON.stringify(heading)})) return
  observer.disconnect()
  // resolves in the frame after the heading's
  globalThis.usefulPaint = new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))))
}).observe(document, { childList: true, subtree: true })
`

/** Milliseconds until a page shows its heading, at a first visit with an empty cache. */
export async function firstPaint(context: BrowserContext, path: string, heading: string): Promise<number> {
  const page = await context.newPage()
  try {
    await page.addInitScript(observePaint(heading))
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.clearBrowserCache')
    await devtools.send('Network.emulateNetworkConditions', line)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
    await page.goto(path, { waitUntil: 'commit' })
    await page.locator(heading).first().waitFor()
    return await page.evaluate<number>('globalThis.usefulPaint')
  } finally {
    await page.close()
  }
}
