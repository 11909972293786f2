import { eventually } from '@darsi/kit/testing/testing.ts'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { createFamily } from './canary/world.ts'
import { expectClean } from './support/clean.ts'
import { letClassroomOpen } from './support/database.ts'
import { drawLine, roomIn } from './support/lesson.ts'
import { mailTo } from './support/mail.ts'
import {
  connect,
  list,
  must,
  one,
  type Person,
  person,
  someName,
  weekWithoutHolidays,
} from './support/people.ts'
import { logInAs, openPlace, signedIn } from './support/screens.ts'
import { type OpenVisitor, test, type Visit } from './support/test.ts'
import { textsOf } from './support/texts.ts'

const t = textsOf('features', 'groups', 'en')
const cardOf = (page: Page, name: string | RegExp) => page.getByRole('article').filter({ hasText: name })
const dialogOf = (page: Page) => page.getByRole('dialog')

async function enter(visitor: OpenVisitor, who: Person, place: string, visit: Visit = {}) {
  const opened = await signedIn(visitor, who, visit)
  await openPlace(opened.page, place)
  return opened
}

/** Two pupils: one with an own account and a guardian, and a child whose parent takes the seat. */
async function people() {
  const year = new Date().getFullYear()
  const school = { educationLevel: 'secondary', currentGrade: 'secondary-3', birthYear: year - 16 }
  const [{ teacher, minor: student, parent: guardian }, parent] = await Promise.all([
    createFamily(school),
    person('parent', someName('Salma')),
  ])
  const child = { firstName: 'Adam', birthYear: year - 15, educationLevel: 'secondary' }
  const childId = String(one(await must('POST /children', { token: parent.token, body: child }))['id'])
  await connect(parent, teacher, { childId })
  const { version } = one(await must('GET /me/profile', { token: teacher.token }))
  const body = { version, roleData: { sessionTypes: ['online', 'group'] } }
  await must('PATCH /me/profile', { token: teacher.token, body })
  return { teacher, student, guardian, parent }
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
  await dialog.getByRole('button', { name: t('offer') }).click()
  await dialog.waitFor({ state: 'detached' })
}

type Visits = Record<'atTeacher' | 'atStudent' | 'atParent', { context: BrowserContext }>

/** The hour itself, hours too early: the teacher draws, the child comes late and is let in. */
async function meet(
  { student, parent }: Record<'teacher' | 'student' | 'parent', Person>,
  { atTeacher, atStudent, atParent }: Visits,
): Promise<void> {
  const lessonOf = async ({ token }: Person) => {
    const [lesson] = list(await must('GET /sessions?status=upcoming', { token }))
    const id = String(lesson?.['id'])
    await letClassroomOpen(id)
    return id
  }
  const [seat, seatOfChild] = [await lessonOf(student), await lessonOf(parent)]
  const open = async (context: BrowserContext, id: string) => {
    const page = await context.newPage()
    await page.goto(`/classroom/${id}`)
    return page
  }
  const [en, fr] = [roomIn('en'), roomIn('fr')]
  const [lead, first] = [await open(atTeacher.context, seat), await open(atStudent.context, seat)]
  await Promise.all([en.enter(lead), en.enter(first)])
  const press = (name: string) => en.controls(lead).getByRole('button', { name }).click()
  await press(en.room('start'))
  await lead.getByRole('button', { name: en.board('tool_pen') }).click()
  await drawLine(lead)

  const late = await open(atParent.context, seatOfChild)
  await fr.enter(late)
  await late.getByText(fr.room('waitsToEnter')).waitFor()
  await lead.getByText(en.room('waiting')).waitFor()
  await press(en.room('letIn'))
  await late.getByText(fr.room('waitsToEnter')).waitFor({ state: 'detached' })
  await eventually(async () => {
    await fr.chooseOfBoard(late, fr.board('list'))
    const dialog = late.getByRole('dialog', { name: fr.board('list') })
    await dialog.waitFor()
    const count = await dialog.getByRole('listitem').count()
    await late.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    return count > 0
  })

  // one family at a time
  await press(en.room('messages'))
  await lead.getByLabel(en.room('threadWith')).selectOption({ label: 'Adam' })
  await lead
    .getByRole('complementary', { name: en.room('messages') })
    .getByRole('textbox')
    .waitFor()
  await expectClean(lead, [])
  await expectClean(late, [])
  await en.choose(lead, en.room('endLesson'))
  const sure = lead.getByRole('alertdialog')
  await sure.getByRole('button', { name: en.room('endLesson') }).click()
  await late.getByText(fr.room('ended_party')).waitFor()
  await Promise.all([lead, first, late].map((page) => page.close()))
}

test('a teacher offers a group hour, a student and a parent take seats and meet in one classroom, one leaves', async ({
  visitor,
}) => {
  const { teacher, student, guardian, parent } = await people()
  const atTeacher = await enter(visitor, teacher, 'availability')
  await offer(atTeacher.page, String(await weekWithoutHolidays(teacher.token)))
  const offered = cardOf(atTeacher.page, 'Limits and continuity')
  await offered.getByText(t('needsLearners')).waitFor()

  const atStudent = await enter(visitor, student, 'my-sessions')
  const seen = cardOf(atStudent.page, 'Limits and continuity').filter({ hasText: t('needsLearners') })
  await seen.getByRole('button', { name: t('join') }).click()
  await dialogOf(atStudent.page)
    .getByRole('button', { name: t('joinSend') })
    .click()
  await atStudent.page.getByText(t('seatWaits', { name: 'Nour' })).waitFor()
  const [asked] = list(await must('GET /sessions?status=upcoming', { token: guardian.token }))
  expect(asked?.['group']).toMatchObject({ audience: 'minors' })
  await must(`POST /sessions/${asked?.['id']}/answer`, { token: guardian.token, body: { agreed: true } })
  await atStudent.page.getByText(t('seatBooked', { name: 'Nour' })).waitFor()
  await mailTo(student.email, /Lesson booked/)

  const fr = textsOf('features', 'groups', 'fr')
  const atParent = await enter(visitor, parent, 'lessons', { language: 'fr', width: 360 })
  await atParent.page.getByRole('button', { name: fr('join') }).click()
  await dialogOf(atParent.page)
    .getByRole('button', { name: fr('joinSend') })
    .click()
  await atParent.page.getByText(fr('seatBooked', { name: 'Adam' })).waitFor()
  expect(await atParent.page.getByText('Nour').count()).toBe(0)
  await expectClean(atParent.page, atParent.faults)

  const names = offered.getByRole('list', { name: t('whoComes') })
  await names.getByText('Nour', { exact: true }).waitFor()
  await names.getByText('Adam', { exact: true }).waitFor()
  await offered.getByText(t('takesPlace')).waitFor()
  await expectClean(atTeacher.page, atTeacher.faults)
  await meet({ teacher, student, parent }, { atTeacher, atStudent, atParent })

  const own = cardOf(atStudent.page, teacher.fullName).filter({ hasText: 'Upcoming' })
  await own.getByRole('button', { name: /Cancel lesson/ }).click()
  await dialogOf(atStudent.page).getByLabel('Why').fill('Ill')
  await dialogOf(atStudent.page).getByRole('button', { name: 'Cancel lesson' }).click()
  await names.getByText('Nour', { exact: true }).waitFor({ state: 'detached' })
  await expectClean(atStudent.page, atStudent.faults)

  await offered.getByRole('button', { name: t('cancel') }).click()
  await dialogOf(atTeacher.page)
    .getByRole('button', { name: t('cancel') })
    .click()
  await atTeacher.page.getByText(t('noneOffered')).waitFor()
  await mailTo(parent.email, /Lesson cancelled/)
})

test('the group hours of the demo are shown in Arabic at 360 pixels, and axe finds nothing', async ({
  visitor,
}) => {
  const { page, faults } = await visitor({ language: 'ar', width: 360 })
  await logInAs(page, 'teacher')
  await openPlace(page, 'availability')
  await page.getByRole('heading', { name: textsOf('features', 'groups', 'ar')('groupHours') }).waitFor()
  await expectClean(page, faults)
})
