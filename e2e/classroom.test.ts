import { eventually } from '@darsi/kit/testing/testing.ts'
import { expect, type Page } from '@playwright/test'
import { plugMicrophone, pullMicrophone, refusableDevices, refuseDevices } from './support/devices.ts'
import { drawLine, isOfClosedRoom, type OpenLesson, openLesson, roomIn } from './support/lesson.ts'
import type { Person } from './support/people.ts'
import { signedIn } from './support/screens.ts'
import { hears, hearsNothing } from './support/sound.ts'
import { type OpenVisitor, test } from './support/test.ts'
import { textsOf } from './support/texts.ts'

const { room, board, controls, tile, paused, enter, choose, chooseOfBoard } = roomIn('en')
const lessons = textsOf('features', 'lessons', 'en')
const attendance = textsOf('features', 'attendance', 'en')

const firstName = ({ fullName }: Person) => fullName.split(' ')[0] ?? ''

/** By the card of the next step, which stands first on the first screen, through the lobby. */
async function enterByCard(
  visitor: OpenVisitor,
  role: 'teacher' | 'minor' | 'parent',
  { lessonId, [role]: who }: OpenLesson,
) {
  const visit = await signedIn(visitor, who)
  const { page } = visit
  await page
    .locator('.ds-next-step')
    .getByRole('link', { name: lessons('enterRoom') })
    .click()
  await page.waitForURL(`**/classroom/${lessonId}`)
  await enter(page)
  return visit
}

/** Who has written on the page by hand, as its list of objects says. */
async function handwritingOf(page: Page): Promise<string[]> {
  await chooseOfBoard(page, board('list'))
  const dialog = page.getByRole('dialog', { name: board('list') })
  await dialog.waitFor()
  const items = await dialog
    .getByRole('listitem')
    .filter({ hasText: board('kind_pen') })
    .allInnerTexts()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  return items
}

const hasWritten = (page: Page, name: string) =>
  eventually(async () => (await handwritingOf(page)).some((item) => item.includes(board('madeBy', { name }))))

test('a child of nine learns while its mother is there, and only then; the board is read afterwards', async ({
  visitor,
}) => {
  const family = await openLesson()
  const { lessonId } = family
  const [teacher, child, mother] = await Promise.all([
    enterByCard(visitor, 'teacher', family),
    enterByCard(visitor, 'minor', family),
    enterByCard(visitor, 'parent', family),
  ])
  const pages = [teacher.page, child.page, mother.page]
  const childName = firstName(family.minor)

  await teacher.page.getByText(room('readyToStart')).waitFor()
  expect(
    await controls(child.page)
      .getByRole('button', { name: room('mute') })
      .count(),
  ).toBe(0)
  await child.page.evaluate(refusableDevices)
  await controls(teacher.page)
    .getByRole('button', { name: room('start') })
    .click()
  await Promise.all(pages.map(hears))

  // another program has the camera of the child: it is said, and the camera works once it is free
  const camera = controls(child.page).getByRole('button', { name: room('cameraOn') })
  await refuseDevices(child.page, { video: 'NotReadableError' })
  await camera.click()
  await child.page.getByText(room('camera_busy')).waitFor()
  await refuseDevices(child.page, {})
  await camera.click()
  // its headset is pulled out and in again
  await pullMicrophone(child.page)
  await child.page.getByText(room('microphone_lost')).waitFor()
  await plugMicrophone(child.page)
  await child.page.getByText(room('microphone_back')).waitFor()
  // a tap enlarges it for the teacher, another one ends that
  await tile(teacher.page, childName)
    .getByRole('button', { name: room('enlarge', { name: childName }) })
    .click()
  await teacher.page.getByRole('button', { name: room('shrink') }).click()

  // both draw, the child too from the start; then only the teacher
  await drawLine(teacher.page)
  await hasWritten(child.page, family.teacher.fullName)
  await child.page.getByRole('button', { name: board('tool_pen') }).click()
  await drawLine(child.page)
  await hasWritten(teacher.page, childName)
  await choose(teacher.page, room('stopWriting', { name: childName }))
  await child.page.getByRole('button', { name: board('tool_pen') }).waitFor({ state: 'detached' })
  await choose(teacher.page, room('letWrite', { name: childName }))

  // the mother closes her tab: without her nobody hears anything, and the board is to be read
  await mother.page.goto('about:blank')
  const left = performance.now()
  // a line loss of up to a minute is no leaving
  const timeout = 90_000
  await Promise.all([paused(teacher.page).waitFor({ timeout }), paused(child.page).waitFor({ timeout })])
  expect(performance.now() - left).toBeGreaterThan(10_000)
  await tile(child.page, attendance('part_guardian')).getByText(room('absent')).waitFor()
  await Promise.all([hearsNothing(teacher.page), hearsNothing(child.page)])
  expect(
    await controls(child.page)
      .getByRole('button', { name: room('mute') })
      .count(),
  ).toBe(0)
  expect(await child.page.getByRole('button', { name: board('tool_pen') }).count()).toBe(0)

  await mother.page.goto(`/classroom/${lessonId}`)
  await enter(mother.page)
  await Promise.all(pages.map((page) => paused(page).waitFor({ state: 'detached' })))
  await Promise.all(pages.map(hears))

  await choose(teacher.page, room('endLesson'))
  const sure = teacher.page.getByRole('alertdialog')
  await sure.getByRole('button', { name: room('endLesson') }).click()
  for (const page of pages) await page.getByText(room('ended_party')).waitFor()
  const there = teacher.page.getByRole('listitem')
  for (const name of [family.teacher.fullName, childName, family.parent.fullName])
    await there.filter({ hasText: name }).filter({ hasText: '–' }).first().waitFor()

  // a new visit shows what both have written
  await child.page.goto(`/classroom/${lessonId}`)
  await hasWritten(child.page, family.teacher.fullName)
  await hasWritten(child.page, room('you'))
  const faults = [...teacher.faults, ...child.faults, ...mother.faults]
  expect(faults.filter((fault) => !isOfClosedRoom(fault))).toEqual([])
})
