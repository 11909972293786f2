import { type Role, roles } from '@darsi/contracts/reference/roles.ts'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { frozenContext, openJudge, type View } from './support/pictures.ts'
import { demoIsComplete, recordedAnswers } from './support/recorded-answers.ts'
import { placesOf } from './support/screens.ts'
import { settled, test } from './support/test.ts'

const update = process.env['PICTURES_UPDATE'] === 'true'
const anew = process.env['PICTURES_ANSWERS'] === 'true'
const mode = anew ? 'anew' : update ? 'missing' : 'kept'
const isComplete = update || process.env['PICTURES'] === 'all'
const views: View[] = [
  { width: 360, language: 'ar', scheme: 'light' },
  { width: 1280, language: 'en', scheme: 'light' },
  ...(isComplete
    ? ([
        { width: 360, language: 'en', scheme: 'light' },
        { width: 1280, language: 'ar', scheme: 'light' },
        { width: 360, language: 'ar', scheme: 'dark' },
        { width: 1280, language: 'en', scheme: 'dark' },
      ] satisfies View[])
    : []),
]

const dashboards = roles.map((role) => ({ role, answers: recordedAnswers(role, mode) }))

let judge: Awaited<ReturnType<typeof openJudge>>
test.beforeAll(async ({ browser }) => {
  judge = await openJudge(browser)
  if (mode !== 'kept') await demoIsComplete()
})
test.afterAll(() => {
  for (const { answers } of dashboards) answers.save()
})

for (const { role, answers } of dashboards)
  for (const view of views) {
    const { width, language, scheme } = view
    test.describe(`the ${role} dashboard at ${width} pixels, ${language}, ${scheme}`, () => {
      let context: BrowserContext
      let page: Page
      test.beforeAll(async ({ browser }) => {
        // without the content security policy, for `barAtTheEnd`
        context = await frozenContext(browser, view, { at: answers.at(), bypassCSP: true })
        await answers.serve(context)
        page = await context.newPage()
      })
      test.afterAll(() => context.close())

      // colours are the same in all places
      for (const place of placesIn(role, view))
        test(`${place} looks like its reference picture`, async () => {
          await page.goto(`/${pathOf(role)}/dashboard?tab=${place}`)
          await page
            .locator(`.ds-nav [data-place="${place}"][aria-current]`)
            .first()
            .waitFor({ state: 'attached' })
          await page.getByRole('main').locator('h2, h3').first().waitFor()
          await settled(page)
          await page.evaluate(loadEverything)
          const taken = await stillPicture(page)
          const name = `dashboards/${role}-${place}/${width}-${language}-${scheme}`
          expect([...answers.unknown]).toEqual([])
          expect(await judge.judge(name, taken, update)).toBeNull()
        })

      test('has a picture of every place', async () => {
        const shown = page.locator('.ds-nav-list > li > a')
        const ids = await shown.evaluateAll((links) => links.map((link) => link.dataset['place'] ?? ''))
        expect(ids).toEqual(placesOf(role))
      })
    })
  }

/** A quick run looks at each place once, on a phone in Arabic or on a computer in English. */
function placesIn(role: Role, { width, scheme }: View): readonly string[] {
  const places = placesOf(role)
  if (scheme === 'dark') return places.slice(0, 1)
  return isComplete ? places : places.filter((_, index) => index % 2 === Number(width === 360))
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
    const taken = await page.screenshot({ ...picture, style: barAtTheEnd })
    const isStill = taken.equals(before)
    before = taken
    return isStill && taken
  })
}

const picture = { fullPage: true, type: 'jpeg', quality: 90, animations: 'disabled' } as const

/** A phone's bar would cover a part of a picture that is higher than the window. */
const barAtTheEnd = `@media (width < 1024px) {
  .ds-dashboard { position: relative }
  .ds-nav { position: absolute !important; inset-block: auto 0 !important }
}`

const pathOf = (role: Role) => (role === 'super-admin' ? 'superadmin' : role)
