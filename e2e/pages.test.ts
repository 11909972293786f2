import type { Transparency } from '@darsi/contracts/calls/admin/transparency-api.ts'
import type { PublicTeacher } from '@darsi/contracts/calls/users/teachers-api.ts'
import { pathIn } from '@darsi/contracts/reference/languages.ts'
import { expect } from '@playwright/test'
import { expectClean } from './support/clean.ts'
import { misfits } from './support/fits.ts'
import { isKept, nameOf, pictureOptions, views } from './support/pictures.ts'
import { publicPaths } from './support/public-paths.ts'
import { openVisitor, test, type Visitor } from './support/test.ts'

// pages whose content loads later: the map, the figures, the demo accounts, a mailed link
const late = [
  '/',
  '/about',
  '/registration',
  '/login',
  '/guardian',
  '/newsletter',
  '/transparency',
  '/teachers',
  '/newsletter/leave',
  '/reset-password',
  '/take-over',
  '/undo-email-change',
  '/verify-email',
]
const update = process.env['PICTURES_UPDATE'] === 'true'

for (const view of views)
  test.describe(`at ${nameOf(view)}, axe finds nothing, nothing overflows, no fault in the console`, () => {
    let reader: Visitor
    test.beforeAll(async ({ browser }) => {
      reader = await openVisitor(browser, { ...view, at: '2026-03-02T09:00:00Z' })
      // the same figures each time
      await reader.context.route('**/api/statistics/*', (route) =>
        route.fulfill({ json: figures(route.request().url()) }),
      )
      // other stories add teachers
      await reader.context.route('**/api/public-teachers*', (route) =>
        route.fulfill({ json: { success: true, data: teachers, total: teachers.length, pages: 1 } }),
      )
    })
    test.afterAll(() => reader.context.close())

    for (const path of publicPaths)
      test(isKept(view) ? `${path} looks like its reference picture` : path, async ({ judge }) => {
        const { page, faults } = reader
        faults.length = 0
        await page.setViewportSize({ width: view.width, height: 900 })
        await page.goto(pathIn(view.language, path))
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        expect(await page.evaluate('document.documentElement.dir')).toBe(
          view.language === 'ar' ? 'rtl' : 'ltr',
        )
        await page.evaluate('document.fonts.ready')
        if (late.includes(path)) await page.waitForLoadState('networkidle')
        if (isKept(view)) {
          const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')
          const taken = await page.screenshot(pictureOptions)
          expect.soft(await judge(`${name}/${nameOf(view)}`, taken, update)).toBeNull()
        }
        await expectClean(page, faults)
        await page.setViewportSize({ width: 360, height: 900 })
        await expect.poll(() => misfits(page), 'the layout settles after the change of width').toEqual([])
      })
  })

test('the pages with figures show those of the site', async ({ visitor }) => {
  const { page, faults } = await visitor()
  for (const path of ['/', '/about', '/transparency']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
  expect(faults).toEqual([])
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

const teacher: PublicTeacher = {
  name: 'Karim Demo',
  slug: 'karim-demo',
  hasPhoto: false,
  governorateId: 1,
  delegationId: 1,
  subjects: ['mathematics', 'physics'],
  otherLanguage: '',
  otherSubjects: '',
  levels: ['college', 'secondary'],
  sessionTypes: ['online', 'faceToFace'],
  hourlyRate: 45,
  rating: 4.7,
  reviewCount: 12,
  freeDays: [2, 6],
}
const teachers: readonly PublicTeacher[] = [
  teacher,
  {
    ...teacher,
    ...{ name: 'ريم المنصوري تجربة', slug: 'rim-demo', governorateId: 2, delegationId: null },
    ...{ subjects: ['french'], sessionTypes: ['online'], rating: null, reviewCount: 0 },
  },
]

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
