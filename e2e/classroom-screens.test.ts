import type { Language } from '@darsi/contracts/reference/languages.ts'
import { sampleDocument } from '@darsi/kit/storage/sample-document.ts'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { openRow } from './support/administration.ts'
import { expectClean, expectToFit } from './support/clean.ts'
import { expectKeyboardReachesAll } from './support/keyboard.ts'
import { drawLine, isOfClosedRoom, type OpenLesson, openLesson, roomIn } from './support/lesson.ts'
import { isNight } from './support/night.ts'
import { must, type Person, someName } from './support/people.ts'
import { logInAs, openPlace, signedIn } from './support/screens.ts'
import { type OpenVisitor, test } from './support/test.ts'
import { textsOf } from './support/texts.ts'

const phone = { width: 360, height: 740 }
const computer = { width: 1280, height: 800 }

type Visit = Awaited<ReturnType<typeof visit>>

async function visit(visitor: OpenVisitor, who: Person, language: Language, { lessonId }: OpenLesson) {
  const { page, faults } = await signedIn(visitor, who, { language })
  await page.goto(`/classroom/${lessonId}`)
  const room = roomIn(language)
  await page.getByRole('button', { name: room.room('enter') }).waitFor()
  return { page, faults, ...room }
}

/**
 * On a phone upright in the dark and a computer in the light nothing is too wide. axe looks at the Arabic phone and the
 * English computer, at night at both in each language.
 */
async function clean({ page, faults }: Pick<Visit, 'page' | 'faults'>): Promise<void> {
  const language = await page.evaluate('document.documentElement.lang')
  for (const [size, colorScheme, main] of [
    [phone, 'dark', 'ar'],
    [computer, 'light', 'en'],
  ] as const) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    if (language !== main && !isNight) await expectToFit(page)
    else
      await expectClean(
        page,
        faults.filter((fault) => !isOfClosedRoom(fault)),
      )
  }
}

async function cleanDialog(visit: Visit, open: () => Promise<unknown>): Promise<void> {
  const { page } = visit
  await open()
  await page.getByRole('dialog').waitFor()
  await clean(visit)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Without a mouse: chosen in the list of objects, moved by the arrow keys, erased, and back again. */
async function moveByKeyboard(visit: Visit): Promise<void> {
  const { page, board, chooseOfBoard, stage } = visit
  const selected = page.locator('.ds-board-place [role=status]')
  const hasFocus = () => page.evaluate("document.activeElement?.getAttribute('role') === 'application'")
  await chooseOfBoard(page, board('list'))
  await page.getByRole('button', { name: board('moveNumber', { number: '1' }) }).click()
  await selected.filter({ hasText: board('kind_pen') }).waitFor()
  await eventually(hasFocus)
  const before = await selected.textContent()
  for (let count = 0; count < 4; count++) await page.keyboard.press('ArrowDown')
  await eventually(async () => (await selected.textContent()) !== before)
  await clean(visit)
  await stage(page).press('Delete')
  await eventually(async () => (await selected.textContent()) === '')
  await stage(page).press('Control+z')
  await eventually(async () => (await selected.textContent()) !== '')
  await stage(page).press('Escape')
  await eventually(async () => (await selected.textContent()) === '')
  await page.getByRole('button', { name: board('tool_pen') }).click()
}

async function dialogsOfRoom(visit: Visit): Promise<void> {
  const { page, room, board, choose, chooseOfBoard, stage } = visit
  await cleanDialog(visit, () => choose(page, room('report')))
  await cleanDialog(visit, () => choose(page, room('devices')))
  await cleanDialog(visit, () => chooseOfBoard(page, board('list')))
  for (const tool of ['text', 'formula'])
    await cleanDialog(visit, async () => {
      await page.getByRole('button', { name: board(`tool_${tool}`) }).click()
      await stage(page).press('Enter')
      await page.locator('dialog textarea:focus, dialog input:focus').waitFor()
    })
}

/** A page of a PDF onto the board; a file that only looks like one is refused in the dialog. */
async function putPdfPage(visit: Visit): Promise<void> {
  const { page, board, chooseOfBoard } = visit
  const dialog = page.getByRole('dialog', { name: board('pdfTitle') })
  const choose = async (bytes: Uint8Array) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      chooseOfBoard(page, board('addPicture')),
    ])
    const file = { name: 'limites.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) }
    await chooser.setFiles(file)
    await dialog.waitFor()
  }
  await choose(Buffer.from('%PDF-1.4 and then something else'))
  await dialog.getByText(board('pdfRefused')).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await choose(await sampleDocument(['Limites', 'Le résumé']))
  await dialog.locator('canvas').waitFor()
  await clean(visit)
  await dialog.getByRole('button', { name: board('pdfPut') }).click()
  await dialog.getByText(board('pdfOnBoard')).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

/** Paused by the teacher, over, and the board read afterwards. */
async function pausedAndOver(teacher: Visit, child: Visit, { lessonId }: OpenLesson): Promise<void> {
  await teacher.choose(teacher.page, teacher.room('hold'))
  for (const visit of [teacher, child]) {
    await visit.paused(visit.page).waitFor()
    await clean(visit)
  }
  await teacher.choose(teacher.page, teacher.room('endLesson'))
  const sure = teacher.page.getByRole('alertdialog')
  await sure.waitFor()
  await clean(teacher)
  await sure.getByRole('button', { name: teacher.room('endLesson') }).click()
  for (const visit of [teacher, child]) {
    await visit.page.getByText(visit.room('ended_party')).waitFor()
    await clean(visit)
  }
  await child.page.goto(`/classroom/${lessonId}`)
  await child.stage(child.page).waitFor()
  await clean(child)
}

/** What an administrator reads of a reported lesson: the board and the messages of the last minute. */
async function evidence(visitor: OpenVisitor, { minor, connectionId, lessonId }: OpenLesson): Promise<void> {
  const report = `The teacher asked ${someName('my brother')}`
  const body = { text: 'Must I answer that?' }
  await must(`POST /threads/${connectionId}/messages`, { token: minor.token, body })
  const concern = { reason: 'behaviour', text: report }
  await must(`POST /classroom/${lessonId}/report`, { token: minor.token, body: concern })
  const { page, faults } = await visitor({ language: 'ar' })
  const t = textsOf('features', 'alerts', 'ar')
  await logInAs(page, 'admin')
  await openPlace(page, 'safety-alerts')
  await openRow(page, page.getByText(report))
  const dialog = page.getByRole('dialog', { name: t('evidenceTitle') })
  // the messages are copied a moment after the report
  await eventually(async () => {
    await page.getByRole('button', { name: t('evidenceOpen') }).click()
    await dialog.getByText(t('evidenceMessages')).waitFor()
    if (await dialog.getByText(body.text).isVisible()) return true
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    return false
  })
  await roomIn('ar').stage(page).waitFor()
  await clean({ page, faults })
}

test('the room and its dialogs are clean on a phone and a computer, in two languages, by keyboard', async ({
  visitor,
}) => {
  const family = await openLesson()
  const [teacher, child, mother] = await Promise.all([
    visit(visitor, family.teacher, 'en', family),
    visit(visitor, family.minor, 'ar', family),
    visit(visitor, family.parent, 'fr', family),
  ])
  await child.page
    .locator('label')
    .filter({ hasText: child.room('startCamera') })
    .click()
  await child.page.getByLabel(child.room('ownPicture')).waitFor()
  await clean(teacher)
  await clean(child)
  await expectKeyboardReachesAll(child.page)
  await child.page
    .locator('label')
    .filter({ hasText: child.room('startCamera') })
    .click()

  await Promise.all([teacher, child].map(({ enter, page }) => enter(page)))
  await clean(teacher)
  await clean(child)
  await mother.enter(mother.page)
  await teacher.page
    .getByRole('log')
    .getByText(teacher.room('news_came', { name: family.parent.fullName }))
    .waitFor()
  await teacher.page.getByText(teacher.room('readyToStart')).waitFor()
  await teacher.page.getByRole('button', { name: teacher.room('start') }).click()
  for (const { page, room } of [teacher, child]) {
    await page.getByRole('button', { name: room('cameraOn') }).click()
    await page.locator('.ds-classroom-person video').first().waitFor()
  }
  await drawLine(teacher.page)
  await clean(teacher)
  await clean(child)
  await expectKeyboardReachesAll(teacher.page)
  await moveByKeyboard(teacher)
  await dialogsOfRoom(teacher)
  await putPdfPage(teacher)
  await pausedAndOver(teacher, child, family)
  await evidence(visitor, family)
})
