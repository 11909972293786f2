import { type Role, roles } from '@darsi/contracts/reference/roles.ts'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { expect, type Page } from '@playwright/test'
import { expectClean } from './support/clean.ts'
import { isNight } from './support/night.ts'
import { isKept, nameOf, pictureOptions, views } from './support/pictures.ts'
import { demoIsComplete, recordedAnswers } from './support/recorded-answers.ts'
import { placesIn } from './support/screens.ts'
import { settled, test } from './support/test.ts'

const update = process.env['PICTURES_UPDATE'] === 'true'
const anew = process.env['PICTURES_ANSWERS'] === 'true'
const mode = anew ? 'anew' : update ? 'missing' : 'kept'
const isComplete = isNight || update || process.env['PICTURES'] === 'all'

test.beforeAll(async () => {
  if (mode !== 'kept') await demoIsComplete()
})

for (const role of roles) {
  const answers = recordedAnswers(role, mode)
  test.afterAll(() => answers.save())

  for (const view of views)
    test(`each place of the ${role} dashboard at ${nameOf(view)}`, async ({ visitor, judge }) => {
      // without the content security policy, for `barAtTheEnd`
      const { page, context, faults } = await visitor({ ...view, at: answers.at(), bypassCSP: true })
      await answers.serve(context)
      await page.goto(`/${pathOf(role)}/dashboard`)
      for (const [index, place] of (await placesIn(page)).entries()) {
        const isPictured = isKept(view) && (isComplete || index % 2 === Number(view.width === 360))
        if (!isPictured && !isComplete && view.language === 'en') continue
        await test.step(place, async () => {
          await open(page, role, place)
          const name = `dashboards/${role}-${place}/${nameOf(view)}`
          if (isPictured) expect.soft(await judge(name, await stillPicture(page), update), place).toBeNull()
          if (view.language !== 'en' || isNight) await expectClean(page, faults)
        })
      }
      if (isKept(view)) expect([...answers.unknown]).toEqual([])
    })
}

async function open(page: Page, role: Role, place: string): Promise<void> {
  await page.goto(`/${pathOf(role)}/dashboard?tab=${place}`)
  await page.locator(`.ds-nav [data-place="${place}"][aria-current]`).first().waitFor({ state: 'attached' })
  await page.getByRole('main').locator('h2, h3').first().waitFor()
  await settled(page)
  await page.evaluate(loadEverything)
}

/** Fonts, and pictures below the fold, which load when they come into view. */
const loadEverything = `(async () => {
  await document.fonts.ready
  const root = document.documentElement
  for (let top = 0; top < root.scrollHeight; top += innerHeight) {
    root.scrollTop = top
    await new Promise(requestAnimationFrame)
  }
  root.scrollTop = 0
  await Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
  await new Promise(requestAnimationFrame)
})()`

/** The same twice: a part that loads late may move the others. */
async function stillPicture(page: Page): Promise<Buffer> {
  let before: Buffer = Buffer.alloc(0)
  return eventually(async () => {
    const taken = await page.screenshot({ ...pictureOptions, style: barAtTheEnd })
    const isStill = taken.equals(before)
    before = taken
    return isStill && taken
  })
}

/** A phone's bar would cover a part of a picture that is higher than the window. */
const barAtTheEnd = `@media (width < 1024px) {
  .ds-dashboard { position: relative }
  .ds-nav { position: absolute !important; inset-block: auto 0 !important }
}`

const pathOf = (role: Role) => (role === 'super-admin' ? 'superadmin' : role)
