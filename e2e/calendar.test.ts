import { type Language, languages } from '@darsi/contracts/reference/languages.ts'
import { addDays, mondayOf } from '@darsi/contracts/reference/tunis-time.ts'
import { expect, type Page } from '@playwright/test'
import { createFamily } from './canary/world.ts'
import { expectClean } from './support/clean.ts'
import { list, must, type Person, weekWithoutHolidays } from './support/people.ts'
import { logInAs, openPlace, signedIn } from './support/screens.ts'
import { type OpenVisitor, settled, test } from './support/test.ts'
import { textsOf } from './support/texts.ts'

const inWeek = (language: Language) => textsOf('features', 'week', language)
const inLessons = (language: Language) => textsOf('features', 'lessons', language)
const firstName = ({ fullName }: Person) => fullName.split(' ')[0] ?? ''
/** The blocks of lessons that begin at an hour. */
const lessonsAt = (page: Page, hour: string) =>
  page.locator('.ds-cal-lesson[data-lesson]').filter({ hasText: new RegExp(`${hour}.`) })

/** Next hours of the teacher's week, and two lessons of a learner of fifteen in it. */
async function weekWithLessons() {
  const school = { educationLevel: 'secondary', currentGrade: 'secondary-2' }
  const family = await createFamily({ ...school, birthYear: new Date().getFullYear() - 15 })
  const monday = mondayOf(new Date(), await weekWithoutHolidays(family.teacher.token))
  const about = { connectionId: family.connectionId, durationMinutes: 45, type: 'online' }
  for (const slot of [
    { date: addDays(monday, 1), hour: 9 },
    { date: addDays(monday, 2), hour: 16 },
  ])
    await must('POST /sessions', { token: family.minor.token, body: { ...about, ...slot } })
  return { ...family, monday }
}

async function openWeek(visitor: OpenVisitor, who: Person, place: string, language: Language = 'en') {
  const visit = await signedIn(visitor, who, { language })
  await visit.page.goto(place)
  await lessonsAt(visit.page, '09:00').waitFor()
  await settled(visit.page)
  return visit
}

/** Presses the mouse on a lesson and lets it go some hours lower. */
async function drag(page: Page, hour: string, hours: number): Promise<void> {
  const block = lessonsAt(page, hour)
  await block.scrollIntoViewIfNeeded()
  const box = await block.boundingBox()
  const column = await page.locator('.ds-cal-column').first().boundingBox()
  if (!box || !column) throw new Error('no calendar')
  const [x, y] = [box.x + box.width / 3, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 20)
  // the free hours are there
  await page.locator('.ds-cal-target').first().waitFor()
  await page.mouse.move(x, y + (hours * column.height) / 12, { steps: 5 })
  await page.locator('.ds-cal-ghost').waitFor()
}

test('a lesson moves by keys in Arabic and by drag, and the other side sees it at once', async ({
  visitor,
}) => {
  const { monday, teacher, minor } = await weekWithLessons()
  const student = await openWeek(
    visitor,
    minor,
    `/student/dashboard?tab=my-sessions&layout=week&week=${monday}`,
    'ar',
  )
  const teaching = await openWeek(visitor, teacher, `/teacher/dashboard?week=${monday}`)
  const week = inWeek('en')
  const lessons = inLessons('ar')

  // by keys: the arrow to the left is the next day in Arabic, where the teacher does not offer the hour before
  await lessonsAt(student.page, '09:00').focus()
  await student.page.keyboard.press('m')
  await student.page.keyboard.press('ArrowUp')
  const said = student.page.locator('.ds-cal-status')
  await said.filter({ hasText: inWeek('ar')('notOffered') }).waitFor()
  await student.page.keyboard.press('Enter')
  expect(await student.page.getByRole('dialog').count()).toBe(0)
  await student.page.keyboard.press('ArrowLeft')
  await student.page.keyboard.press('ArrowDown')
  await said.filter({ hasText: inWeek('ar')('isFree') }).waitFor()
  await expectClean(student.page, student.faults)
  await student.page.keyboard.press('Enter')
  await student.page.getByRole('dialog').getByText(inWeek('ar')('informed')).waitFor()
  await student.page
    .getByRole('dialog')
    .getByRole('button', { name: lessons('reschedule'), exact: true })
    .click()
  for (const { page } of [student, teaching])
    await page.locator('.ds-cal-day').nth(2).locator('.ds-cal-lesson').filter({ hasText: '09:00' }).waitFor()
  const [moved] = list(await must('GET /sessions?status=upcoming', { token: teacher.token }))
  expect(moved).toMatchObject({ date: addDays(monday, 2), hour: 9 })

  // by drag: lunch refuses it, a free hour asks, and the guardian of the minor has to agree
  await drag(teaching.page, '16:00', -3)
  await teaching.page.mouse.up()
  await teaching.page.getByText(week('refused', { reason: week('lunch') })).waitFor()
  await drag(teaching.page, '16:00', 1)
  await teaching.page.mouse.up()
  const dialog = teaching.page.getByRole('dialog')
  await dialog.getByText(week('questionTitle', { name: firstName(minor) })).waitFor()
  await dialog.getByText(inLessons('en')('waitsForGuardian')).waitFor()
  await dialog.getByRole('button', { name: inLessons('en')('reschedule'), exact: true }).click()
  const proposed = student.page.locator('.ds-cal-lesson[data-status="proposed"]').filter({ hasText: '17:00' })
  await proposed.waitFor()
  await expectClean(teaching.page, teaching.faults)
  await expectClean(student.page, student.faults)
})

test('an administrator adds a holiday, and the teacher’s calendar shows it', async ({ visitor }) => {
  const { monday, teacher } = await weekWithLessons()
  const periods = textsOf('features', 'periods', 'en')
  const { page, faults } = await visitor()
  await logInAs(page, 'admin')
  await openPlace(page, 'holidays')
  await page.getByRole('button', { name: periods('add'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  const name = `Feast ${Date.now() % 100_000}`
  // no other test books on a Saturday of this week
  const saturday = addDays(monday, 5)
  for (const language of languages) await dialog.locator(`input[lang="${language}"]`).fill(name)
  await dialog.getByLabel(periods('from')).fill(saturday)
  await dialog.getByLabel(periods('to')).fill(saturday)
  await dialog.getByRole('button', { name: periods('save') }).click()
  const row = page.getByRole('row').filter({ hasText: name })
  await row.getByText(periods('closed')).waitFor()
  await expectClean(page, faults)

  const teaching = await openWeek(visitor, teacher, `/teacher/dashboard?week=${monday}`)
  await teaching.page.getByText(new RegExp(`${name}.*${periods('noLessons')}`)).waitFor()
  expect(await teaching.page.locator('.ds-cal-closed').count()).toBe(12)

  // other stories book in this week
  await row.getByRole('button', { name: new RegExp(periods('remove')) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: periods('remove') })
    .click()
  await row.waitFor({ state: 'detached' })
})
