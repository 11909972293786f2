import { eventually } from '@darsi/kit/testing/testing.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import { password } from './support/api.ts'
import { linkIn, mailTo } from './support/mail.ts'
import {
  approveConnection,
  list,
  listedTeacher,
  must,
  type Person,
  person,
  saveHours,
  someName,
} from './support/people.ts'
import { placeLink, signedIn } from './support/screens.ts'
import { type OpenVisitor, test } from './support/test.ts'

const tuesdayAtFive = { day: 2, hour: 17 }
const sfax = { governorate: 'Sfax', governorate_id: 15 }
const inTown = { ...sfax, delegation: 'Sfax Ville', delegation_id: 1 }
const nearTown = { ...sfax, delegation: 'Sakiet Ezzit', delegation_id: 3 }
const tunis = { governorate: 'Tunis', governorate_id: 1 }
/** Well below every polling interval: whatever appears within it came by the live stream. */
const live = { timeout: 30_000 }

async function enter(visitor: OpenVisitor, who: Person, tab: string) {
  const opened = await signedIn(visitor, who)
  await openTab(opened.page, tab)
  return opened
}
const openTab = (page: Page, name: string) => placeLink(page, name).click()
const cardOf = (page: Page, name: string): Locator => page.getByRole('article').filter({ hasText: name })
const view = (page: Page, name: string) => page.getByRole('radio', { name }).dispatchEvent('click')
const write = async (page: Page, text: string) => {
  await page.getByLabel('Message', { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}
const bubble = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true })

async function ask(page: Page, teacher: string, message: string) {
  await page.getByRole('button', { name: `Ask for lessons: ${teacher}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your message').fill(message)
  await dialog.getByRole('button', { name: 'Send the request' }).click()
  return dialog
}

test.describe('finding a teacher, requesting lessons, sending messages', () => {
  test('a student in Sfax finds a teacher by hour and distance, sends a request, the teacher accepts, and they exchange messages in two browsers', async ({
    visitor,
  }) => {
    const [near, busy, far] = [someName('Leila'), someName('Busy'), someName('Far')]
    const [student, teacher] = await Promise.all([
      person('student', someName('Amal'), { roleData: { birthYear: 2003 }, place: inTown }),
      listedTeacher(near, [tuesdayAtFive], nearTown),
      listedTeacher(busy, [{ day: 2, hour: 9 }], inTown),
      listedTeacher(far, [tuesdayAtFive], tunis),
    ])
    await saveHours(student, [tuesdayAtFive])
    const [left, right] = await Promise.all([
      enter(visitor, student, 'Find Teachers'),
      enter(visitor, teacher, 'Student Requests'),
    ])
    const { page } = left

    // these teachers have entered no levels
    await page.getByRole('button', { name: 'Remove: University' }).click()
    await page.getByLabel('Distance').selectOption({ label: 'Within 20 km' })
    await page.getByText('More filters').click()
    await page.getByLabel('Day').selectOption({ label: 'Tuesday' })
    await page.getByLabel('Hour').selectOption('17')
    await page.getByLabel('Name').fill('Ben')
    const card = cardOf(page, near)
    await card.waitFor()
    await card.getByText(/km away/).waitFor()
    await card.getByText('1 free hour shared with you').waitFor()
    await page.getByLabel('Name').fill(far)
    await page.getByText('No teacher matches all your filters').waitFor()
    await page.getByLabel('Name').fill(busy)
    await page.getByText('Without “Hour”: 1 teacher').waitFor()
    await page.getByLabel('Name').fill(near)
    await card.getByRole('link', { name: `See profile: ${near}` }).click()
    await page.getByText('1 hour a week is free for both of you').waitFor()
    await ask(page, near, 'Limits and derivatives, please')
    await page.getByText(/^Your request was sent to/).waitFor()

    const asked = cardOf(right.page, 'Limits and derivatives, please')
    await asked.waitFor(live)
    await placeLink(right.page, /Student Requests.*1 pending request/s).waitFor(live)
    expect(await asked.textContent()).toContain('Amal')
    await asked.getByRole('button', { name: /^Accept/ }).click()
    await right.page.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true }).click()
    await asked.getByText('Approved').waitFor()

    await page.getByRole('button', { name: 'Back to the list' }).click()
    await view(page, 'My requests')
    const mine = cardOf(page, near)
    await mine.getByText('Approved').waitFor(live)
    await mine.getByRole('button', { name: `Messages: ${near}` }).click()
    await write(page, 'Good evening')
    await placeLink(right.page, /Messages.*1 unread message/s).waitFor(live)
    await asked.getByRole('button', { name: /^Messages/ }).click()
    await bubble(right.page, 'Good evening').waitFor(live)
    await page.getByText(`Read by ${near}`).waitFor(live)
    await write(right.page, 'Welcome, see you on Tuesday')
    await bubble(page, 'Welcome, see you on Tuesday').waitFor(live)
    await write(page, 'See you')
    await bubble(right.page, 'See you').waitFor(live)

    expect([...left.faults, ...right.faults]).toEqual([])
  })

  test('a minor names a guardian, who consents and can read the messages; phone numbers are held back, and the second raises an alert', async ({
    visitor,
  }) => {
    const name = someName('Sami')
    const [student, parent, teacher] = await Promise.all([
      person('student', someName('Nour'), {
        roleData: { educationLevel: 'secondary', currentGrade: 'secondary-2', birthYear: 2011 },
      }),
      person('parent', someName('Salma')),
      listedTeacher(name, [tuesdayAtFive]),
    ])
    const first = student.fullName.split(' ')[0] ?? ''
    const left = await enter(visitor, student, 'Find Teachers')
    const { page } = left
    await page.getByRole('button', { name: 'Remove: Secondary' }).click()
    await page.getByText('More filters').click()
    await page.getByLabel('Name').fill(name)
    const dialog = await ask(page, name, 'I prepare the bac')
    await dialog.getByLabel('Email address of your parent or guardian').fill(parent.email)
    await dialog.getByLabel('Language of the email').selectOption('English')
    await dialog.getByRole('button', { name: 'Send the link' }).click()
    await dialog.getByText(`We wrote to ${parent.email}`).waitFor()

    const mail = await mailTo(parent.email, /Your agreement for/)
    const right = await visitor()
    await right.page.goto(linkIn(mail, 'guardian'))
    await right.page.getByRole('link', { name: 'Log in as a parent' }).click()
    // the invited address is filled in
    await eventually(
      async () =>
        (await right.page.getByLabel('Email address or phone number').inputValue()) === parent.email,
    )
    await right.page.getByLabel('Password', { exact: true }).fill(password)
    await right.page.getByRole('button', { name: 'Log in', exact: true }).click()
    await right.page.getByRole('button', { name: 'Accept' }).click()
    await right.page.getByRole('heading', { name: `${first} is linked with you` }).waitFor()
    await right.page.getByRole('link', { name: 'Open My Children' }).click()
    await right.page.getByRole('heading', { name: first }).waitFor()

    // the stored request is sent automatically
    await dialog.getByRole('button', { name: 'Back to the list' }).click()
    const wanted = cardOf(right.page, 'I prepare the bac')
    await wanted.waitFor(live)
    await wanted.getByRole('button', { name: /^Agree/ }).click()
    await right.page.getByRole('dialog').getByRole('button', { name: 'Agree', exact: true }).click()
    await wanted.waitFor({ state: 'detached' })

    // the teacher and an administrator agree by API
    const [connection] = list(await must('GET /connections', { token: teacher.token }))
    const id = String(connection?.['id'])
    expect(connection).toMatchObject({ student: { name: first, minor: true }, contact: null })
    await must(`POST /connections/${id}/accept`, { token: teacher.token, body: { note: '' } })
    await approveConnection(id, teacher)

    await view(page, 'My requests')
    await cardOf(page, name).getByText('Approved').waitFor(live)
    await openTab(right.page, 'Messages')
    await right.page.getByRole('link', { name: new RegExp(name) }).click()
    await cardOf(page, name)
      .getByRole('button', { name: /^Messages/ })
      .click()
    await page.getByText(/Salma.* reads along/).waitFor()
    await write(page, 'Call me on 20 123 456')
    await page.getByText(/^Not delivered/).waitFor()
    await bubble(right.page, 'Call me on 20 123 456').waitFor(live)
    await right.page.getByText(/^Not delivered/).waitFor()
    await write(right.page, 'Hours are agreed here, please')
    await bubble(page, 'Hours are agreed here, please').waitFor(live)
    const seen = list(await must(`GET /threads/${id}/messages`, { token: teacher.token }))
    expect(seen.map(({ text }) => text)).toEqual(['Hours are agreed here, please'])
    // the first one was explained; the second is an alert
    expect(list(await must('GET /safety/alerts', { token: parent.token }))).toEqual([])
    await write(page, 'Or on 21 123 457')
    await bubble(right.page, 'Or on 21 123 457').waitFor(live)
    const [alert] = await eventually(async () => {
      const alerts = list(await must('GET /safety/alerts', { token: parent.token }))
      return alerts.length > 0 && alerts
    })
    expect(alert).toMatchObject({ reason: 'contact-details', minor: true, threadId: id })

    expect([...left.faults, ...right.faults]).toEqual([])
  })
})
