import { languages, pathIn } from '@darsi/contracts/reference/languages.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { openBrowser, visitor } from './support/browser.ts'
import { expectClean } from './support/clean.ts'
import { publicPaths } from './support/public-paths.ts'
import { site } from './support/site.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe.each(languages)('public pages in %s', (language) => {
  let reader: Awaited<ReturnType<typeof visitor>>
  beforeAll(async () => {
    reader = await visitor(browser, { language, width: 360 })
  })
  afterAll(() => reader.context.close())

  it.each(publicPaths)(
    '%s: axe finds nothing, nothing overflows at 360 pixels, no fault in the console',
    async (path) => {
      const { page, faults } = reader
      faults.length = 0
      await page.goto(language === 'en' ? path : `/${language}${path === '/' ? '' : path}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      expect(await page.evaluate('document.documentElement.dir')).toBe(language === 'ar' ? 'rtl' : 'ltr')
      await expectClean(page, faults)
    },
  )

  it.each(publicPaths)('%s: reads the same without JavaScript', async (path) => {
    const answer = await fetch(`${site.url}${pathIn(language, path)}`, { headers: { accept: 'text/html' } })
    const html = await answer.text()
    expect(html).toMatch(/<h1[^>]*>[^<]/)
    expect(html).toContain(`lang="${language}"`)
  })
})

describe('an address without a language', () => {
  it('shows the browser’s language at the first visit, and the chosen one after that', async () => {
    const { page, context, faults } = await visitor(browser, { language: 'ar' })
    const isAt = (path: string) => page.waitForURL(`**${path}`, { waitUntil: 'commit' })
    // the page gives way while it loads, which Playwright takes for a failure
    await page.goto('/about?from=mail').catch(() => {})
    await isAt('/ar/about?from=mail')
    await page.getByRole('navigation', { name: 'اللغة' }).getByRole('link', { name: 'English' }).click()
    await isAt('/about?from=mail')
    await page.goto('/services')
    expect(await page.evaluate('document.documentElement.lang')).toBe('en')
    expect(faults).toEqual([])
    await context.close()
  })

  it('is French at the first visit of a French browser', async () => {
    const { page, context, faults } = await visitor(browser, { language: 'fr' })
    await page.goto('/about').catch(() => {})
    await page.waitForURL('**/fr/about', { waitUntil: 'commit' })
    await page.getByRole('navigation', { name: 'Langue' }).waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe('fr')
    expect(faults).toEqual([])
    await context.close()
  })
})
