import { languages, pathIn } from '@darsi/contracts/reference/languages.ts'
import { expect } from '@playwright/test'
import { expectClean } from './support/clean.ts'
import { publicPaths } from './support/public-paths.ts'
import { openVisitor, test, type Visitor } from './support/test.ts'

for (const language of languages)
  test.describe(`public pages in ${language}`, () => {
    let reader: Visitor
    test.beforeAll(async ({ browser }) => {
      reader = await openVisitor(browser, { language, width: 360 })
    })
    test.afterAll(() => reader.context.close())

    for (const path of publicPaths)
      test(`${path}: axe finds nothing, nothing overflows at 360 pixels, no fault in the console`, async () => {
        const { page, faults } = reader
        faults.length = 0
        await page.goto(pathIn(language, path))
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        expect(await page.evaluate('document.documentElement.dir')).toBe(language === 'ar' ? 'rtl' : 'ltr')
        await expectClean(page, faults)
      })
  })

test.describe('an address without a language', () => {
  test('shows the browser’s language at the first visit, and the chosen one after that', async ({
    visitor,
  }) => {
    const { page, faults } = await visitor({ language: 'ar' })
    const isAt = (path: string) => page.waitForURL(`**${path}`, { waitUntil: 'commit' })
    // the page gives way while it loads, which Playwright takes for a failure
    await page.goto('/about?from=mail').catch(() => {})
    await isAt('/ar/about?from=mail')
    await page.getByRole('navigation', { name: 'اللغة' }).getByRole('link', { name: 'English' }).click()
    await isAt('/about?from=mail')
    await page.goto('/services')
    expect(await page.evaluate('document.documentElement.lang')).toBe('en')
    expect(faults).toEqual([])
  })

  test('is French at the first visit of a French browser', async ({ visitor }) => {
    const { page, faults } = await visitor({ language: 'fr' })
    await page.goto('/about').catch(() => {})
    await page.waitForURL('**/fr/about', { waitUntil: 'commit' })
    await page.getByRole('navigation', { name: 'Langue' }).waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe('fr')
    expect(faults).toEqual([])
  })
})
