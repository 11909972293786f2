import { eventually } from '@darsi/kit/testing/testing.ts'
import { expect, type Page } from '@playwright/test'
import { password, someAddress } from './support/api.ts'
import { letRoomOpen } from './support/database.ts'
import { linkIn, mailTo } from './support/mail.ts'
import {
  approveConnection,
  connect,
  list,
  listedTeacher,
  must,
  one,
  person,
  someName,
  teacherIdOf,
  weekWithoutHolidays,
} from './support/people.ts'
import { logInAs, logInOnScreen, registerOnScreen, signedIn } from './support/screens.ts'
import { site } from './support/site.ts'
import { test } from './support/test.ts'

/*
 * One story per role that only ever follows the card of the next step. Other stories cover what happens in the places
 * that it leads to.
 */
const wednesdayAtTen = [{ day: 3, hour: 10 }]
const within = (page: Page) => page.getByRole('dialog')

/** The card with this text, which appears without a reload. */
const card = (page: Page, text: RegExp) =>
  page.getByRole('main').locator('.ds-next-step').filter({ hasText: text })
const follow = (page: Page, text: RegExp) => card(page, text).getByRole('button').click()

async function bookWednesday(page: Page, token: string): Promise<void> {
  const dialog = within(page)
  await dialog.getByLabel('Week').selectOption(String(await weekWithoutHolidays(token)))
  await dialog.getByRole('radio', { name: /Wed.* 10:00/ }).dispatchEvent('click')
  await dialog.getByRole('button', { name: 'Book' }).click()
}

test('a parent comes by a shared link, adds the child, asks the chosen teacher without a search and books', async ({
  visitor,
}) => {
  const name = someName('Salma')
  const teacher = await listedTeacher(name, wednesdayAtTen)
  const slug = name.toLowerCase().replaceAll(' ', '-')
  await must('PUT /me/public-page', { token: teacher.token, body: { enabled: true, slug } })
  await eventually(async () => (await fetch(`${site.url}/api/teacher-pages/${slug}`)).status === 200)

  const { page, faults } = await visitor()
  await page.goto(`/teachers/${slug}`)
  await page.getByRole('link', { name: 'Ask for lessons', exact: true }).click()
  await page.getByText('Your choice of teacher is kept').waitFor()
  const email = someAddress('parent')
  await registerOnScreen(page, 'Parent', email)
  await page.goto(linkIn(await mailTo(email, /Verify/), 'verify-email'))
  await page.getByText('Your email has been successfully verified!').waitFor()
  await logInOnScreen(page, email, password)

  await follow(page, /Add your child/)
  await page.getByRole('button', { name: 'Add a child' }).first().click()
  await within(page).getByLabel('First name').fill('Adam')
  await within(page)
    .getByLabel('Year of birth')
    .fill(String(new Date().getFullYear() - 12))
  await within(page).getByLabel('Education level').selectOption({ label: 'Primary' })
  await within(page).getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: `Your request to ${name}` }).waitFor()
  // it opens by itself with the only child; sending is the guardian's agreement
  const request = page.getByRole('dialog', { name: `Ask ${name} for lessons` })
  await request.getByLabel('Subject').selectOption({ label: 'Mathematics' })
  await request.getByRole('button', { name: 'Send the request' }).click()
  await request.waitFor({ state: 'hidden' })

  const token = String((await must('POST /auth/login', { body: { email, password } }))['token'])
  const [sent] = list(await must('GET /connections?box=sent', { token }))
  await page.goto('/parent/dashboard')
  await card(page, /is waiting for: teacher/).waitFor()
  await must(`POST /connections/${sent?.['id']}/accept`, { token: teacher.token, body: { note: '' } })
  await approveConnection(String(sent?.['id']), { token })
  await follow(page, /is ready: book a lesson/)
  await bookWednesday(page, token)
  await card(page, /Next lesson: Mathematics with/).waitFor()
  expect(faults).toEqual([])
})

test('a student follows the card from the accepted request to the open room', async ({ visitor }) => {
  const [student, teacher] = await Promise.all([
    person('student', someName('Amal'), { roleData: { birthYear: 2003 } }),
    listedTeacher(someName('Leila'), wednesdayAtTen),
  ])
  await connect(student, teacher)
  const { page, faults } = await signedIn(visitor, student)
  await follow(page, /is ready: book a lesson/)
  await bookWednesday(page, student.token)
  await card(page, /Next lesson: Mathematics with/).waitFor()
  const [lesson] = list(await must('GET /sessions?status=upcoming', { token: student.token }))
  await letRoomOpen(String(lesson?.['id']))
  await page.reload()
  await card(page, /the room is open/)
    .getByRole('link')
    .click()
  await page.waitForURL(`**/classroom/${lesson?.['id']}`)
  expect(faults).toEqual([])
})

test('a teacher is asked about visitors, decides on a request and books, each by the card', async ({
  visitor,
}) => {
  const [student, teacher] = await Promise.all([
    person('student', someName('Amal'), { roleData: { birthYear: 2003 } }),
    listedTeacher(someName('Leila'), wednesdayAtTen),
  ])
  const token = teacher.token
  const { version } = one(await must('GET /me/profile', { token }))
  await must('PATCH /me/profile', { token, body: { version, roleData: { bio: 'I teach.' } } })
  const { page, faults } = await signedIn(visitor, teacher)
  await follow(page, /May visitors without an account see your profile/)
  const consent = page.getByRole('switch', { name: 'Show my public page' })
  await consent.waitFor()
  expect(await consent.isChecked()).toBe(false)

  const teacherId = await teacherIdOf(teacher, student)
  const body = { teacherId, subject: 'mathematics', message: 'Limits' }
  const id = String(one(await must('POST /connections', { token: student.token, body }))['id'])
  await page.goto('/teacher/dashboard')
  await follow(page, /asks you for lessons: Mathematics/)
  await page.getByRole('button', { name: /^Accept/ }).click()
  await within(page).getByRole('button', { name: 'Accept', exact: true }).click()
  await within(page).waitFor({ state: 'hidden' })
  await approveConnection(id, { token })
  await page.goto('/teacher/dashboard')
  await follow(page, /is ready: book a lesson/)
  await bookWednesday(page, token)
  await card(page, /Next lesson: Mathematics with/).waitFor()
  expect(faults).toEqual([])
})

test('an administrator opens the most urgent queue by the first button of the pending actions', async ({
  visitor,
}) => {
  const { page, faults } = await visitor()
  await logInAs(page, 'admin')
  await page.locator('.admin-pending .ds-button-primary').click()
  await page.locator('main :is(.ds-queue-item, .ds-upgrade, .ds-proof)').first().waitFor()
  // the pressed button is gone with its tab: the focus is in the page, not at its top
  expect(await page.evaluate('document.activeElement.closest("main") !== null')).toBe(true)
  expect(faults).toEqual([])
})
