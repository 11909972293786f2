import { eventually } from '@darsi/kit/testing/testing.ts'
import { expect, type Page } from '@playwright/test'
import ICAL from 'ical.js'
import { call, password, someAddress } from './support/api.ts'
import { letLessonBegin } from './support/database.ts'
import { linkIn, mailTo } from './support/mail.ts'
import { connect, list, listedTeacher, must, one, someName, weekWithoutHolidays } from './support/people.ts'
import { logInOnScreen, placeLink, registerOnScreen, signedIn } from './support/screens.ts'
import { test } from './support/test.ts'

const hours = [9, 10, 16, 17]
const week = [1, 2, 3, 4, 5, 6].flatMap((day) => hours.map((hour) => ({ day, hour })))
const openTab = (page: Page, name: string | RegExp) => placeLink(page, name).click()
const within = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
// by its text, as a person does; Playwright waits until no dialog covers it
const choose = (page: Page, name: string) => page.locator('label').filter({ hasText: name }).first().click()
const tokenOf = async (email: string) =>
  String((await must('POST /auth/login', { body: { email, password } }))['token'])

/** Makes a parent on the screens: registration, the mailed link, login. */
async function parentOnScreen(page: Page): Promise<string> {
  const email = someAddress('parent')
  await registerOnScreen(page, 'Parent', email)
  await page.goto(linkIn(await mailTo(email, /Verify/), 'verify-email'))
  await page.getByRole('heading', { name: /confirmed|verified/i }).waitFor()
  await logInOnScreen(page, email, password)
  await page.waitForURL('**/parent/dashboard')
  return email
}

/** The feed as an independent calendar program reads it. */
async function feedOf(token: string) {
  const { url } = one(await must('GET /me/calendar', { token }))
  const calendar = new ICAL.Component(ICAL.parse(await (await fetch(String(url))).text()))
  return calendar.getAllSubcomponents('vevent').map((entry) => new ICAL.Event(entry))
}

test('a parent registers, adds a child and consents; a lesson is booked, moved, held, reported and reviewed', async ({
  visitor,
}) => {
  const name = someName('Leila')
  const teacher = await listedTeacher(name, week)
  const { page, faults } = await visitor()
  const email = await parentOnScreen(page)
  const token = await tokenOf(email)

  await openTab(page, 'My Children')
  await press(page, 'Add a child')
  await within(page).getByLabel('First name').fill('Adam')
  await within(page)
    .getByLabel('Year of birth')
    .fill(String(new Date().getFullYear() - 9))
  await within(page).getByLabel('Education level').selectOption({ label: 'Primary' })
  await within(page).getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Adam' }).waitFor()

  const [child] = list(await must('GET /children', { token }))
  const childId = String(child?.['id'])
  const connectionId = await connect({ email, fullName: 'Amal Story', token }, teacher, {
    message: 'Fractions',
    childId,
  })
  await page.reload()
  await openTab(page, 'My Children')
  // a parent's own request is the consent, and is listed among the consents
  await page
    .getByRole('row')
    .filter({ hasText: name })
    .filter({ hasText: 'Contact with a teacher' })
    .waitFor()

  await openTab(page, 'Lessons')
  const weeksOn = String(await weekWithoutHolidays(token))
  await press(page, 'Book a lesson')
  await within(page).getByLabel('Week').selectOption(weeksOn)
  await within(page)
    .getByRole('radio', { name: /Wed.* 10:00/ })
    .dispatchEvent('click')
  // the length that the age allows is preselected
  await within(page).getByRole('button', { name: 'Book' }).click()
  // up to the age of ten a parent has to be present
  const presence = within(page).getByRole('checkbox', { name: /A parent or guardian will be present/ })
  await within(page).getByRole('alert').first().waitFor()
  await presence.dispatchEvent('click')
  await within(page).getByRole('button', { name: 'Book' }).click()
  const lesson = page.getByRole('article').filter({ hasText: name })
  await lesson.getByText(/10:00/).waitFor()
  await mailTo(email, /Lesson booked/)
  await mailTo(teacher.email, /Lesson booked/)

  await lesson.getByRole('button', { name: /^Move/ }).click()
  await within(page).getByLabel('Week').selectOption(weeksOn)
  await within(page)
    .getByRole('radio', { name: /Thu.* 16:00/ })
    .dispatchEvent('click')
  await within(page).getByRole('button', { name: 'Move' }).click()
  await lesson.getByText(/16:00/).waitFor()
  await mailTo(teacher.email, /Lesson moved/)
  const [booked] = list(await must('GET /sessions?status=upcoming', { token }))
  const [entry] = await feedOf(token)
  expect(entry?.startDate.toJSDate().toISOString()).toBe(new Date(String(booked?.['startsAt'])).toISOString())
  expect(entry?.startDate.zone.tzid).toBe('Africa/Tunis')
  expect(entry?.sequence).toBe(1)

  await letLessonBegin(String(booked?.['id']))
  const other = await signedIn(visitor, teacher)
  await choose(other.page, 'List')
  await press(other.page, /^It took place/)
  await within(other.page).getByRole('button', { name: 'It took place' }).click()
  await choose(other.page, 'Completed')
  await press(other.page, /^Progress report/)
  await within(other.page).getByLabel('What was worked on').fill('Fractions with the same denominator')
  await within(other.page).getByLabel('Homework').fill('Page 12')
  await within(other.page).getByRole('button', { name: 'Send the report' }).click()
  await other.page.getByText('The report is sent').waitFor()
  await mailTo(email, /New progress report: Adam/)

  await openTab(page, 'Progress Reports')
  await page.getByText('Fractions with the same denominator').waitFor()
  await press(page, 'Mark as read')
  await page.getByText(/Read /).waitFor()
  const [report] = list(await must('GET /reports', { token }))
  const paper = await call(`GET /reports/${report?.['id']}/report.pdf`, { token })
  expect(String(paper.body['text']).startsWith('%PDF')).toBe(true)

  await openTab(page, 'Lessons')
  await choose(page, 'Completed')
  await press(page, /^Rate/)
  await within(page).getByRole('radio', { name: '5 stars' }).dispatchEvent('click')
  // its attendance is not in the classroom, so the parent says that it took place
  await within(page)
    .getByRole('checkbox', { name: /The lesson took place/ })
    .check()
  await within(page).getByLabel('Comment').fill('Patient and clear')
  await within(page).getByRole('button', { name: 'Send' }).click()
  await page.getByText('Patient and clear').waitFor()
  await mailTo(teacher.email, /A new review: 5 of 5 stars/)

  // a safety report, and the end of the consent
  await openTab(page, 'Safety & Alerts')
  await press(page, 'Report a concern')
  await choose(page, 'Something else')
  await within(page).getByLabel('What happened?').fill('The lesson ended late')
  await within(page).getByRole('button', { name: 'Send to the safety team' }).click()
  await page.getByText('The lesson ended late').waitFor()
  await placeLink(page, /Safety & Alerts.*1 open alert/s).waitFor()

  const date = booked?.['date']
  const next = { connectionId, date, hour: 9, durationMinutes: 30, type: 'online', parentPresent: true }
  await must('POST /sessions', { token, body: next })
  await openTab(page, 'My Children')
  const given = page.getByRole('row').filter({ hasText: name }).filter({ hasText: 'Contact with a teacher' })
  await given.getByRole('button', { name: /Withdraw/ }).click()
  const sure = page.getByRole('alertdialog')
  // the safe answer has the focus
  await sure.locator(':focus', { hasText: 'Cancel' }).waitFor()
  await sure.getByRole('button', { name: /Withdraw/ }).click()
  const fallen = await eventually(async () => {
    const [row] = list(await must('GET /sessions?status=cancelled', { token: teacher.token }))
    return row
  })
  expect(fallen).toMatchObject({ hour: 9 })
  expect(list(await must('GET /connections', { token: teacher.token }))[0]).toMatchObject({ status: 'ended' })
  const write = await call(`POST /threads/${connectionId}/messages`, {
    token: teacher.token,
    body: { text: 'See you' },
  })
  expect(write.status).toBeGreaterThanOrEqual(400)

  expect([...faults, ...other.faults]).toEqual([])
})
