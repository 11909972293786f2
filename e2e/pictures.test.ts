import type { Transparency } from '@darsi/contracts/calls/admin/transparency-api.ts'
import { pathIn } from '@darsi/contracts/reference/languages.ts'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { frozenContext, openJudge, type View } from './support/pictures.ts'
import { publicPaths } from './support/public-paths.ts'
import { test } from './support/test.ts'

const widths = [360, 768, 1280]
const all = widths.flatMap((width) =>
  (['en', 'ar'] as const).flatMap((language) =>
    (['light', 'dark'] as const).map((scheme): View => ({ width, language, scheme })),
  ),
)
// each direction, each theme and both ends of the widths; `npm run pictures` checks all combinations
const some: View[] = [
  { width: 360, language: 'ar', scheme: 'light' },
  { width: 1280, language: 'en', scheme: 'dark' },
]
// pages whose content loads later: the map, the figures, the demo accounts, a mailed link
const late = [
  '/',
  '/about',
  '/registration',
  '/login',
  '/guardian',
  '/newsletter',
  '/transparency',
  '/newsletter/leave',
  '/reset-password',
  '/take-over',
  '/undo-email-change',
  '/verify-email',
]
const update = process.env['PICTURES_UPDATE'] === 'true'
const views = update || process.env['PICTURES'] === 'all' ? all : some

let judge: Awaited<ReturnType<typeof openJudge>>
test.beforeAll(async ({ browser }) => {
  judge = await openJudge(browser)
})
for (const view of views)
  test.describe(`at ${view.width} pixels, ${view.language}, ${view.scheme}`, () => {
    let context: BrowserContext
    let page: Page
    test.beforeAll(async ({ browser }) => {
      context = await withFigures(browser, view)
      page = await context.newPage()
    })
    test.afterAll(() => context.close())

    for (const path of publicPaths)
      test(`${path} looks like its reference picture`, async () => {
        const { width, language, scheme } = view
        await page.goto(pathIn(language, path))
        await page.evaluate('document.fonts.ready')
        if (late.includes(path)) await page.waitForLoadState('networkidle')
        const taken = await page.screenshot({
          fullPage: true,
          type: 'jpeg',
          quality: 90,
          animations: 'disabled',
        })
        const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')
        expect(await judge.judge(`${name}/${width}-${language}-${scheme}`, taken, update)).toBeNull()
      })
  })

/** The same figures each time. */
async function withFigures(browser: Browser, view: View): Promise<BrowserContext> {
  const context = await frozenContext(browser, view, { at: '2026-03-02T09:00:00Z' })
  await context.route('**/api/statistics/*', (route) =>
    route.fulfill({ json: figures(route.request().url()) }),
  )
  return context
}

const transparency: Transparency = {
  at: '2026-03-02T01:00:00Z',
  days: 90,
  requests: { asked: 120, accepted: 80, declined: null, expired: 6, medianAnswerHours: 9.5 },
  promises: [
    { promise: 'contact-answer', hours: 2, cases: 40, missed: null, isKept: false, medianHours: 0.5 },
    { promise: 'contact-settled', hours: 336, cases: 38, missed: 0, isKept: true, medianHours: 26 },
    { promise: 'safety-answer', hours: 2, cases: 7, missed: 0, isKept: true, medianHours: 1 },
    { promise: 'safety-investigation', hours: 24, cases: 0, missed: 0, isKept: true, medianHours: null },
  ],
  refusedTeachers: 5,
  teachers: Array.from({ length: 24 }, (_, index) => ({
    governorateId: index + 1,
    teachers: index % 3 === 0 ? null : 5 + index,
  })),
}

function figures(url: string) {
  if (url.endsWith('/transparency')) return { success: true, data: transparency }
  if (!url.endsWith('/location')) {
    return {
      success: true,
      data: { totalTeachers: 64, totalStudents: 412, totalUsers: 590, governoratesCovered: 17 },
    }
  }
  const data = Array.from({ length: 24 }, (_, index) => ({
    governorateId: index + 1,
    governorate: '',
    teachers: index % 3 === 0 ? null : 5 + index,
    students: index % 4 === 0 ? null : 9 + index,
  }))
  return { success: true, data }
}
