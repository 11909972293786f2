import type { Language } from '@darsi/contracts/reference/languages.ts'
import { eventually } from '@darsi/kit/testing/testing.ts'
import type { Page } from '@playwright/test'
import { createFamily, type Family, freeHours } from '../canary/world.ts'
import { letRoomOpen } from './database.ts'
import { list, must, one } from './people.ts'
import { textsOf } from './texts.ts'

export type OpenLesson = Family & { lessonId: string }

/** A child of nine with an own account, its mother and its teacher; their lesson begins now. */
export async function openLesson(): Promise<OpenLesson> {
  const birthYear = new Date().getFullYear() - 9
  const school = { educationLevel: 'primary', currentGrade: 'primary-4', birthYear }
  const family = await createFamily(school)
  const [slot] = await freeHours(family.teacherId, family.minor)
  const about = { connectionId: family.connectionId, durationMinutes: 30, type: 'online' }
  const body = { ...about, ...slot, parentPresent: true }
  const [lesson] = list(await must('POST /sessions', { token: family.parent.token, body }))
  const lessonId = String(lesson?.['id'])
  await letRoomOpen(lessonId)
  await eventually(async () => {
    const { media } = one(await must(`GET /classroom/${lessonId}`, { token: family.teacher.token }))
    return media === 'ready'
  })
  return { ...family, lessonId }
}

/** What the room shows, in one language. */
export function roomIn(language: Language) {
  const room = textsOf('features', 'classroom', language)
  const board = textsOf('features', 'board', language)
  const controls = (page: Page) => page.getByRole('group', { name: room('controls') })
  const choose = async (page: Page, menu: string, item: string) => {
    await page.getByRole('button', { name: menu }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  return {
    ...{ room, board, controls },
    tile: (page: Page, name: string) => page.locator('.ds-classroom-person').filter({ hasText: name }),
    stage: (page: Page) => page.getByRole('application', { name: board('page') }),
    // the log for screen readers says it too
    paused: (page: Page) =>
      page.locator('.ds-classroom-banners').getByText(room('heldTitle'), { exact: true }),
    enter: async (page: Page) => {
      await page.getByRole('button', { name: room('enter') }).click()
      await controls(page).waitFor()
    },
    /** An item of the menu of the lesson, or of that of the board. */
    choose: (page: Page, item: string) => choose(page, room('more'), item),
    chooseOfBoard: (page: Page, item: string) => choose(page, board('more'), item),
  }
}

/** A line from one corner of the page towards the other, as a hand draws it. */
export async function drawLine(page: Page): Promise<void> {
  const box = await page.locator('.ds-board-stage').boundingBox()
  if (!box) throw new Error('there is no board')
  const at = (part: number) => [box.x + box.width * part, box.y + box.height * part] as const
  await page.mouse.move(...at(0.3))
  await page.mouse.down()
  for (let part = 0.32; part < 0.6; part += 0.04) await page.mouse.move(...at(part))
  await page.mouse.up()
}

/** The client of the media engine reports each room that the server closes, and the refusal of its old ticket. */
export const isOfClosedRoom = (fault: string): boolean =>
  fault.includes('roomID: RM_') || /\/rtc\/.*HTTP Authentication failed/.test(fault)
