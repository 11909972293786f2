import { languages } from '@darsi/contracts/reference/languages.ts'
import { roles } from '@darsi/contracts/reference/roles.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { openBrowser, settled, visitor } from './support/browser.ts'
import { expectClean } from './support/clean.ts'
import { slowInteraction } from './support/interactions.ts'
import { logInAs, openPlace } from './support/screens.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  // a good page answers within 200 ms; the machine of the stories does several things at once
  expect(slowInteraction()).toBeLessThan(1000)
})

describe.each(languages.flatMap((language) => roles.map((role) => ({ language, role }))))(
  'the $role dashboard in $language',
  ({ language, role }) => {
    it('every tab opens at 360 pixels without an error, and axe finds nothing', async () => {
      const { page, context, faults } = await visitor(browser, { language, width: 360 })
      await logInAs(page, role)
      await page.locator('.ds-nav').waitFor()
      expect(await page.evaluate('document.documentElement.lang')).toBe(language)
      const header = await page.locator('.ds-dashboard-header').boundingBox()
      expect(header?.height).toBeLessThanOrEqual(56)
      const places = page.locator('.ds-nav-list > li > a')
      const ids = await places.evaluateAll((links) => links.map((link) => link.dataset['place'] ?? ''))
      expect(ids.length).toBeGreaterThanOrEqual(4)
      expect(await page.locator('.ds-nav-list > li').filter({ visible: true }).count()).toBe(5)
      for (const id of ids) {
        await openPlace(page, id)
        await page.getByRole('main').locator('h2, h3').first().waitFor({ state: 'attached' })
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
      // axe checks up to ten tabs
    })
  },
)
