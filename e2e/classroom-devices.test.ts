import { eventually } from '@darsi/kit/testing/testing.ts'
import { type CDPSession, expect, type Page } from '@playwright/test'
import { refusableDevices, refuseDevices } from './support/devices.ts'
import { openLesson, roomIn } from './support/lesson.ts'
import { signedIn } from './support/screens.ts'
import { test } from './support/test.ts'

const { room, board, enter, chooseOfBoard, stage } = roomIn('en')

type At = readonly [x: number, y: number]

/** A pen with pressure, and a hand that rests on the screen. */
function writerOf(devtools: CDPSession) {
  const pen = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', [x, y]: At) =>
    devtools.send('Input.dispatchMouseEvent', {
      ...{ type, x, y, pointerType: 'pen', force: 0.5, button: 'left', clickCount: 1 },
      buttons: type === 'mouseReleased' ? 0 : 1,
    })
  const hand = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: At[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) })
  return { pen, hand }
}

async function strokesOf(page: Page): Promise<number> {
  await chooseOfBoard(page, board('list'))
  const dialog = page.getByRole('dialog', { name: board('list') })
  await dialog.waitFor()
  const count = await dialog
    .getByRole('listitem')
    .filter({ hasText: board('kind_pen') })
    .count()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  return count
}

test('a teacher learns why microphone and camera do not start, and writes with the hand on the page', async ({
  visitor,
}) => {
  const { teacher, lessonId } = await openLesson()
  const { page, faults } = await signedIn(visitor, teacher)
  await page.addInitScript(refusableDevices)
  await page.addInitScript(`window.refuse = { audio: 'NotReadableError', video: 'NotAllowedError' }`)
  await page.goto(`/classroom/${lessonId}`)
  await page.getByText(room('microphone_busy')).waitFor()
  await page
    .locator('label')
    .filter({ hasText: room('startCamera') })
    .click()
  await page.getByText(room('camera_refused')).waitFor()
  // the other program was closed, and the camera allowed
  await refuseDevices(page, {})
  const again = page.getByRole('button', { name: room('tryAgain') })
  await again.first().click()
  await page.getByText(room('microphoneLevel')).waitFor()
  await again.click()
  await page.getByLabel(room('ownPicture')).waitFor()
  await eventually(async () => Number(await page.evaluate('document.querySelector("video").videoWidth')) > 0)

  await enter(page)
  const box = await stage(page).boundingBox()
  if (!box) throw new Error('there is no board')
  const at = (x: number, y: number): At => [box.x + box.width * x, box.y + box.height * y]
  const { pen, hand } = writerOf(await page.context().newCDPSession(page))
  await hand('touchStart', at(0.7, 0.8))
  await pen('mousePressed', at(0.3, 0.3))
  await hand('touchMove', at(0.72, 0.8))
  for (const x of [0.35, 0.4, 0.45]) await pen('mouseMoved', at(x, 0.3))
  await pen('mouseReleased', at(0.45, 0.3))
  await hand('touchEnd')
  // only what the pen wrote, and the switch shows that fingers move the page
  expect(await strokesOf(page)).toBe(1)
  await page.getByRole('button', { name: board('penOnly'), pressed: true }).click()
  await page.getByRole('button', { name: board('penOnly'), pressed: false }).waitFor()
  expect(faults).toEqual([])
})
