import { languages } from '@darsi/contracts/languages.ts'
import { roles } from '@darsi/contracts/roles.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { openBrowser, settled, visitor } from './support/browser.ts'
import { expectClean } from './support/clean.ts'
import { logInAs } from './support/screens.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe.each(languages.flatMap((language) => roles.map((role) => ({ language, role }))))(
  'the $role dashboard in $language',
  ({ language, role }) => {
    it('opens every tab at 360 pixels without a fault, and axe finds nothing', async () => {
      const { page, context, faults } = await visitor(browser, { language, width: 360 })
      await logInAs(page, role)
      await page.getByRole('tab').first().waitFor()
      expect(await page.evaluate('document.documentElement.lang')).toBe(language)
      const names = await page.getByRole('tab').allInnerTexts()
      expect(names.length).toBeGreaterThanOrEqual(4)
      for (let index = 0; index < names.length; index++) {
        await page.getByRole('tab').nth(index).click()
        await page.getByRole('tabpanel').locator('h2, h3').first().waitFor({ state: 'attached' })
        await settled(page)
        await expectClean(page, faults)
      }
      await page.locator('.ds-notices-bell').click()
      await settled(page)
      const panel = await page.locator('.ds-notices-panel').boundingBox()
      expect(panel?.x).toBeGreaterThanOrEqual(0)
      expect((panel?.x ?? 0) + (panel?.width ?? 0)).toBeLessThanOrEqual(360)
      await expectClean(page, faults)
      await page.keyboard.press('Escape')
      expect(await page.locator('.ds-notices-bell:focus').count()).toBe(1)
      await context.close()
      // axe looks at up to ten tabs
    }, 120_000)
  },
)
