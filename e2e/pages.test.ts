import { AxeBuilder } from '@axe-core/playwright'
import { roles } from '@darsi/contracts/roles.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import { type Language, openBrowser, visitor } from './support/browser.ts'
import { publicPaths } from './support/public-paths.ts'
import { logInAs } from './support/screens.ts'

const languages: Language[] = ['en', 'fr', 'ar']

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe.each(languages)('public pages in %s', (language) => {
  it.each(publicPaths)(
    '%s: axe finds nothing, nothing overflows at 360 pixels, no fault in the console',
    async (path) => {
      const { page, context, faults } = await visitor(browser, { language, width: 360 })
      await page.goto(language === 'en' ? path : `/${language}${path === '/' ? '' : path}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      expect(await page.evaluate('document.documentElement.dir')).toBe(language === 'ar' ? 'rtl' : 'ltr')
      await expectClean(page, faults)
      await context.close()
    },
  )
})

describe.each(roles)('the %s dashboard', (role) => {
  it('opens every tab at 360 pixels without a fault, and axe finds nothing', async () => {
    const { page, context, faults } = await visitor(browser, { width: 360 })
    await logInAs(page, role)
    await page.getByRole('tab').first().waitFor()
    const names = await page.getByRole('tab').allInnerTexts()
    expect(names.length).toBeGreaterThanOrEqual(4)
    for (let index = 0; index < names.length; index++) {
      await page.getByRole('tab').nth(index).click()
      await page.getByRole('tabpanel').locator('h2, h3').first().waitFor({ state: 'attached' })
      await page.waitForLoadState('networkidle')
      await expectClean(page, faults)
    }
    await context.close()
    // axe looks at up to seven tabs
  }, 120_000)
})

async function expectClean(page: Page, faults: readonly string[]): Promise<void> {
  expect(
    await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
  ).toBeLessThanOrEqual(0)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`)).toEqual(
    [],
  )
  expect(faults).toEqual([])
}
