import { type Language, languageNames, languages } from '@darsi/contracts/reference/languages.ts'
import { roles } from '@darsi/contracts/reference/roles.ts'
import { expect } from '@playwright/test'
import { firstPaint } from '../infra/local/trials/slow-phone.ts'
import { logInAs } from './support/screens.ts'
import { test } from './support/test.ts'

/**
 * Twice the goal of 2.5 s: other stories run on the machine at the same time, so a limit at the goal would fail by
 * chance. `npm run bench -- paint` measures the same pages without them.
 */
const limitMs = 5_000

test.describe('on a slow phone', () => {
  for (const role of roles)
    test(`the ${role} dashboard shows its first place soon`, async ({ visitor }) => {
      const { page, context } = await visitor({ width: 360 })
      await logInAs(page, role)
      const path = new URL(page.url()).pathname
      await page.close()
      const rounds: number[] = []
      // a pause of the machine is not the page's weight
      while (rounds.length < 3 && !rounds.some((ms) => ms <= limitMs))
        rounds.push(await firstPaint(context, path, 'main h2'))
      const best = Math.min(...rounds)
      process.stderr.write(`${role}: first useful paint ${Math.round(best)} ms on a slow phone\n`)
      expect(best).toBeLessThan(limitMs)
    })
})

test('a dashboard changes its language without a reload, with the texts of that language only', async ({
  visitor,
}) => {
  const { page, faults } = await visitor()
  await logInAs(page, 'student')
  const heading = page.locator('main h2').first()
  await heading.waitFor()
  await page.evaluate('globalThis.isSamePage = true')
  const seen = new Set([await heading.textContent()])
  const account = page.locator('.ds-account')
  let current: Language = 'en'
  for (const language of ['ar', 'fr', 'en'] as const) {
    await account.getByRole('button', { name: languageNames[current] }).click()
    await page.getByRole('menuitemradio', { name: languageNames[language] }).click()
    await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' })
    current = language
    seen.add(await heading.textContent())
  }
  expect(seen.size).toBe(languages.length)
  expect(await page.evaluate('globalThis.isSamePage')).toBe(true)
  expect(faults).toEqual([])
})
