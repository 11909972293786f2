import { eventually } from '@darsi/kit/testing/testing.ts'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import { call, password } from './support/api.ts'
import { type Language, openBrowser, visitor } from './support/browser.ts'
import { expectClean } from './support/clean.ts'
import { mailTo } from './support/mail.ts'
import {
  list,
  listedTeacher,
  must,
  one,
  type Person,
  person,
  someName,
  tokenOfDemo,
  weekWithoutHolidays,
} from './support/people.ts'
import { logInAs, logInOnScreen, openPlace } from './support/screens.ts'
import { textsOf } from './support/texts.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const week = [1, 2, 3, 4, 5, 6].flatMap((day) => [9, 10, 16, 17].map((hour) => ({ day, hour })))
const folder = 'frontends/features/groups/locales'
const t = textsOf(folder, 'en')
const cardOf = (page: Page, name: string | RegExp) => page.getByRole('article').filter({ hasText: name })
const dialogOf = (page: Page) => page.getByRole('dialog')

async function enter({ email }: Person, place: string, language: Language = 'en', width = 1280) {
  const opened = await visitor(browser, { language, width })
  await logInOnScreen(opened.page, email, password)
  await opened.page.waitForURL('**/dashboard')
  await openPlace(opened.page, place)
  return opened
}

/** An approved connection in mathematics, made by API. */
async function connect(learner: Person, teacher: Person, childId?: string): Promise<void> {
  const path = `GET /teachers?name=${encodeURIComponent(teacher.fullName)}`
  const [found] = list(await must(path, { token: learner.token }))
  const wish = {
    teacherId: found?.['id'],
    subject: 'mathematics',
    message: 'Limits',
    ...(childId && { childId }),
  }
  const id = String(one(await must('POST /connections', { token: learner.token, body: wish }))['id'])
  await must(`POST /connections/${id}/accept`, { token: teacher.token, body: { note: '' } })
  const admin = await tokenOfDemo('admin')
  await eventually(async () => {
    // refused where no administrator has to agree
    await call(`PUT /admin/connections/${id}`, { token: admin, body: { status: 'approved', notes: '' } })
    return one(await must(`GET /connections/${id}`, { token: learner.token }))['status'] === 'approved'
  })
}

async function people() {
  const teacher = await listedTeacher(someName('Rim'), week)
  const [student, parent] = await Promise.all([
    person('student', someName('Yassine'), {
      roleData: { educationLevel: 'secondary', currentGrade: 'secondary-4', birthYear: 2000 },
    }),
    person('parent', someName('Salma')),
  ])
  const child = { firstName: 'Adam', birthYear: new Date().getFullYear() - 15, educationLevel: 'secondary' }
  const childId = String(one(await must('POST /children', { token: parent.token, body: child }))['id'])
  await Promise.all([connect(student, teacher), connect(parent, teacher, childId)])
  const { version } = one(await must('GET /me/profile', { token: teacher.token }))
  const body = { version, roleData: { sessionTypes: ['online', 'group'] } }
  await must('PATCH /me/profile', { token: teacher.token, body })
  return { teacher, student, parent }
}

async function offer(page: Page, weeksOn: string): Promise<void> {
  await page.getByRole('button', { name: t('offer') }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: t('offer') }).click()
  await dialog.getByText(t('levelMissing')).waitFor()
  await dialog.getByLabel(t('level')).selectOption({ label: 'Secondary' })
  await dialog.getByLabel(t('topic')).fill('Limits and continuity')
  await dialog.getByLabel('Week').selectOption(weeksOn)
  await dialog.getByRole('radio', { name: /Wed.* 16:00/ }).dispatchEvent('click')
  await dialog.getByLabel(t('price')).fill('15')
  await dialog.getByLabel('Meeting link').fill('https://meet.jit.si/darsi-group')
  await dialog.getByRole('button', { name: t('offer') }).click()
  await dialog.waitFor({ state: 'detached' })
}

it('a teacher offers a group hour, a student and a parent take seats, the teacher reads first names, one leaves', async () => {
  const { teacher, student, parent } = await people()
  const atTeacher = await enter(teacher, 'availability')
  await offer(atTeacher.page, String(await weekWithoutHolidays(teacher.token)))
  const offered = cardOf(atTeacher.page, 'Limits and continuity')
  await offered.getByText(t('needsLearners')).waitFor()

  const atStudent = await enter(student, 'my-sessions')
  const seen = cardOf(atStudent.page, 'Limits and continuity').filter({ hasText: t('needsLearners') })
  await seen.getByRole('button', { name: t('join') }).click()
  await dialogOf(atStudent.page)
    .getByRole('button', { name: t('joinSend') })
    .click()
  await atStudent.page.getByText(t('seatBooked', { name: 'Yassine' })).waitFor()
  await mailTo(student.email, /Lesson booked/)

  const fr = textsOf(folder, 'fr')
  const atParent = await enter(parent, 'lessons', 'fr', 360)
  await atParent.page.getByRole('button', { name: fr('join') }).click()
  await dialogOf(atParent.page)
    .getByRole('button', { name: fr('joinSend') })
    .click()
  await atParent.page.getByText(fr('seatBooked', { name: 'Adam' })).waitFor()
  expect(await atParent.page.getByText('Yassine').count()).toBe(0)
  await expectClean(atParent.page, atParent.faults)

  const names = offered.getByRole('list', { name: t('whoComes') })
  await names.getByText('Yassine', { exact: true }).waitFor()
  await names.getByText('Adam', { exact: true }).waitFor()
  await offered.getByText(t('takesPlace')).waitFor()
  await expectClean(atTeacher.page, atTeacher.faults)

  const own = cardOf(atStudent.page, teacher.fullName).filter({ hasText: 'Upcoming' })
  await own.getByRole('button', { name: /Cancel lesson/ }).click()
  await dialogOf(atStudent.page).getByLabel('Why').fill('Ill')
  await dialogOf(atStudent.page).getByRole('button', { name: 'Cancel lesson' }).click()
  await names.getByText('Yassine', { exact: true }).waitFor({ state: 'detached' })
  await expectClean(atStudent.page, atStudent.faults)

  await offered.getByRole('button', { name: t('cancel') }).click()
  await dialogOf(atTeacher.page)
    .getByRole('button', { name: t('cancel') })
    .click()
  await atTeacher.page.getByText(t('noneOffered')).waitFor()
  await mailTo(parent.email, /Lesson cancelled/)
  for (const { context } of [atTeacher, atStudent, atParent]) await context.close()
})

it('the group hours of the demo are shown in Arabic at 360 pixels, and axe finds nothing', async () => {
  const { page, context, faults } = await visitor(browser, { language: 'ar', width: 360 })
  await logInAs(page, 'teacher')
  await openPlace(page, 'availability')
  await page.getByRole('heading', { name: textsOf(folder, 'ar')('groupHours') }).waitFor()
  await expectClean(page, faults)
  await context.close()
})
