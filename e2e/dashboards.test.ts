import { languages } from '@darsi/contracts/reference/languages.ts'
import { type Role, roles } from '@darsi/contracts/reference/roles.ts'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { expect, type Page } from '@playwright/test'
import { expectClean } from './support/clean.ts'
import { misfits } from './support/fits.ts'
import { interactionQuantile, interactions } from './support/interactions.ts'
import { isNight } from './support/night.ts'
import { recordedAnswers } from './support/recorded-answers.ts'
import { logInAs, openPlace, placesIn } from './support/screens.ts'
import { type OpenVisitor, settled, test } from './support/test.ts'

// axe sees the other theme and direction in places.test.ts
for (const language of isNight ? languages : (['en'] as const))
  for (const role of roles)
    test(`the ${role} dashboard in ${language}: every tab opens at 360 pixels without an error, and axe finds nothing`, async ({
      visitor,
    }) => {
      const { page, faults } = await visitor({ language, width: 360 })
      await logInAs(page, role)
      await page.locator('.ds-nav').waitFor()
      expect(await page.evaluate('document.documentElement.lang')).toBe(language)
      const header = await page.locator('.ds-dashboard-header').boundingBox()
      expect(header?.height).toBeLessThanOrEqual(56)
      const ids = await placesIn(page)
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
    })

/** Places whose parts load one after the other. */
const longPlaces = [
  ['parent', ['my-children', 'account']],
  ['super-admin', ['system-overview', 'platform-analytics', 'user-management']],
] as const

for (const [role, places] of longPlaces)
  test(`after Back, the ${role} dashboard shows the same part of the place`, async ({ visitor }) => {
    const { page } = await visitor({ width: 360 })
    await logInAs(page, role)
    const heightOf = () => page.evaluate<number>('Math.round(scrollY)')
    for (const place of places) {
      await openPlace(page, place)
      await page.getByRole('main').locator('h2, h3').first().waitFor()
      await settled(page)
      await page.mouse.wheel(0, 700)
      await eventually(async () => (await heightOf()) > 0)
      await settled(page)
      const before = await heightOf()
      await openPlace(page, place === places[0] ? places[1] : places[0])
      await settled(page)
      await page.goBack()
      await settled(page)
      await eventually(async () => {
        const after = await heightOf()
        if (Math.abs(after - before) > 4) throw new Error(`${place}: ${before} before, ${after} after`)
        return true
      }, 10_000)
    }
  })

/** The places with names and texts of people, in both directions of writing. */
const peoplesPlaces = [
  ['student', 'fr', ['overview', 'find-teachers', 'my-sessions']],
  ['parent', 'fr', ['overview', 'my-children', 'find-teachers', 'messages']],
  ['teacher', 'ar', ['student-requests', 'messages']],
  ['admin', 'ar', ['user-management', 'connection-requests', 'duplicate-alerts']],
] as const

for (const [role, language, places] of peoplesPlaces)
  test(`with words of 50 letters, the ${role} dashboard in ${language} fits 320 pixels and a zoom of 200 %, and nothing is cut`, async ({
    visitor,
  }) => {
    const { page, context } = await visitor({ language })
    const answers = recordedAnswers(role, 'kept')
    await context.clock.setFixedTime(answers.at())
    await answers.serve(context, withLongWords)
    for (const place of places) {
      await page.setViewportSize({ width: 320, height: 640 })
      await page.goto(`/${role}/dashboard?tab=${place}`)
      await page.getByRole('main').locator('h2, h3').first().waitFor()
      await settled(page)
      await expectToFit(page, place)
      // 1280 by 720 at 200 %
      await page.setViewportSize({ width: 640, height: 360 })
      await expectToFit(page, `${place}, zoomed`)
    }
  })

/** Charts are drawn again a moment after the window changed. */
async function expectToFit(page: Page, place: string): Promise<void> {
  let found: string[] = []
  const fits = async () => {
    found = await misfits(page)
    return found.length === 0
  }
  await eventually(fits, 5_000).catch(() => {})
  expect({ place, found }).toEqual({ place, found: [] })
}

const longWord = 'anticonstitutionnellement'.repeat(2)
/** Fields with a name, a place or a sentence; ids, dates and addresses are as they are. */
const longFields = /^(fullName|full_name|firstName|name|text|message|note|notes|quoted|place|bio|title|body)$/
const withLongWords = (text: string, name: string) =>
  longFields.test(name) && text !== '' ? `${text} ${longWord}` : text

// the last test of the file: it judges the interactions of the others
test.describe('the interactions of these stories', () => {
  test('take less than 200 ms at the median and less than 1 s at p98', async ({ visitor }) => {
    const first = quantiles()
    if (isFast(first)) return
    // another story may have occupied the processor: a slow page is slow again
    interactions.clear()
    for (const role of roles) await openEveryPlace(visitor, role)
    const second = quantiles()
    process.stderr.write(`interactions measured twice: ${JSON.stringify({ first, second })}\n`)
    expect({ ...second, isFast: isFast(second) }).toEqual({ ...second, isFast: true })
  })
})

const quantiles = () => ({
  count: interactions.size,
  p50: interactionQuantile(0.5),
  p98: interactionQuantile(0.98),
})

const isFast = ({ p50, p98 }: ReturnType<typeof quantiles>) => p50 < 200 && p98 < 1000

async function openEveryPlace(visitor: OpenVisitor, role: Role): Promise<void> {
  const { page } = await visitor({ width: 360 })
  await logInAs(page, role)
  await page.locator('.ds-nav').waitFor()
  for (const id of await placesIn(page)) {
    await openPlace(page, id)
    await page.getByRole('main').locator('h2, h3').first().waitFor({ state: 'attached' })
    await settled(page)
  }
}
