import { print, quantile } from '../../local/trials/trial.ts'
import { pause, until } from '../../local/trials/waiting.ts'
import type { Bars } from '../support/bars.ts'
import { type BadLine, goodLine, type LineQuality, line3g } from './support/bad-line.ts'
import type { LessonBrowser } from './support/lesson-browser.ts'
import { hearing, type Lesson, startLesson, withBadLine } from './support/live-lesson.ts'

const entries = Math.min(Number(process.env['ENTRIES'] ?? 5), 20)

/** Teacher and student in real browsers with the real engine; the student's line is bad. */
export const run = (): Promise<void> =>
  withBadLine(async (lesson, bars) => {
    await entering(lesson, bars)
    await dataUse(lesson, bars)
    await picturesOn3g(lesson, bars)
    await voice(lesson, bars)
  })

/** The line is good, and the student hears the teacher in a live lesson. */
async function begin(lesson: Lesson): Promise<string> {
  lesson.line.set(goodLine)
  const sessionId = await startLesson(lesson)
  await hearing(lesson.student)
  return sessionId
}

async function entering(lesson: Lesson, bars: Bars): Promise<void> {
  const { student, line } = lesson
  const sessionId = await begin(lesson)
  const lines: [string, LineQuality, number][] = [
    ['a good line', goodLine, 3],
    ['3G', line3g, 8],
  ]
  for (const [name, quality, bar] of lines) {
    const times: number[] = []
    for (let count = 0; count < entries; count++) {
      line.set(goodLine)
      await student.toLobby(sessionId)
      line.set(quality)
      // a person tests the microphone and chooses first
      await pause(name === '3G' ? 20_000 : 1000)
      const began = performance.now()
      await student.enter()
      await hearing(student)
      times.push((performance.now() - began) / 1000)
    }
    print(`  enter to hearing on ${name}: ${times.map((time) => time.toFixed(1)).join(', ')} s`)
    bars.atMost(`enter to hearing on ${name}, p95`, quantile(times, 0.95), bar, 's')
  }
}

async function dataUse(lesson: Lesson, bars: Bars): Promise<void> {
  const { student, line } = lesson
  const sessionId = await begin(lesson)
  for (const [name, bar] of [
    ['voice alone', 55],
    ['voice alone, saving data', 35],
  ] as const) {
    await student.toLobby(sessionId)
    if (bar === 35) await student.page.getByRole('switch', { name: 'Save data' }).dispatchEvent('click')
    await student.enter()
    await hearing(student)
    await pause(4000)
    const rates = await ratesOver(line, 15_000)
    bars.atMost(`${name}, up`, rates.up, bar, 'kbit/s')
    // the download is what the teacher sends, who has no data saver here
    if (bar === 55) bars.atMost(`${name}, down`, rates.down, bar, 'kbit/s')
    else bars.note(`${name}, down (the teacher saves nothing)`, rates.down, 'kbit/s')
  }
}

async function ratesOver(line: BadLine, ms: number) {
  const before = line.bytes()
  await pause(ms)
  const after = line.bytes()
  return { up: ((after.up - before.up) * 8) / ms, down: ((after.down - before.down) * 8) / ms }
}

/** The concealed share of the voice in per cent, and frames per second. */
async function madeUp(browser: LessonBrowser, ms: number): Promise<{ concealed: number; fps: number }> {
  const before = await browser.heard()
  await pause(ms)
  const after = await browser.heard()
  return {
    concealed: (100 * (after.concealed - before.concealed)) / (after.samples - before.samples),
    fps: ((after.frames - before.frames) * 1000) / ms,
  }
}

async function beginWithCameras(lesson: Lesson): Promise<void> {
  await begin(lesson)
  for (const { page } of [lesson.teacher, lesson.student])
    await page.getByRole('button', { name: 'Camera on' }).click()
  await pause(10_000)
}

async function picturesOn3g(lesson: Lesson, bars: Bars): Promise<void> {
  await beginWithCameras(lesson)
  lesson.line.set(line3g)
  await pause(20_000)
  const { concealed, fps } = await madeUp(lesson.student, 60_000)
  bars.atMost('made-up voice on 3G', concealed, 2, '%')
  bars.atLeast('the picture on 3G', fps, 5, 'frames a second')
}

async function voice(lesson: Lesson, bars: Bars): Promise<void> {
  const { teacher, student, line } = lesson
  await beginWithCameras(lesson)
  const thin = { delayMs: 150, jitterMs: 60, down: false }
  line.set({ ...thin, kbps: 64, loss: 0.05 })
  const [ofTeacher, ofStudent, teacherReads, studentReads] = await Promise.all([
    lastPicture(student, 12_000),
    lastPicture(teacher, 12_000),
    lossShown(teacher),
    lossShown(student),
  ])
  bars.atMost('the teacher reads that the line is bad after', teacherReads / 1000, 4, 's')
  bars.atMost('the student reads that the line is bad after', studentReads / 1000, 4, 's')
  bars.atMost('the teacher’s picture stops at 64 kbit/s after', ofTeacher / 1000, 5, 's')
  bars.atMost('the student’s picture stops at 64 kbit/s after', ofStudent / 1000, 5, 's')
  const at64 = await madeUp(student, 60_000)
  bars.atMost('made-up voice at 64 kbit/s and 5 % loss', at64.concealed, 2, '%')
  line.set({ ...thin, kbps: 40, loss: 0.05 })
  await pause(10_000)
  const at40 = await madeUp(student, 30_000)
  bars.atMost('made-up voice at 40 kbit/s and 5 % loss', at40.concealed, 8, '%')
  bars.atMost('a stroke at 40 kbit/s arrives after', (await strokeArrives(lesson)) / 1000, 2, 's')
  line.set({ ...goodLine, kbps: 200 })
  const before = await student.heard()
  const back = await until('the picture was back', 60_000, async () => {
    const { frames } = await student.heard()
    return frames > before.frames + 5
  })
  bars.atMost('the picture is back at 200 kbit/s', back / 1000, 30, 's')
  line.set(goodLine)
  await pause(5000)
  for (const [seconds, bar] of [
    [10, 2],
    [60, 10],
  ] as const) {
    print(`  the student's line is gone for ${seconds} s`)
    line.set({ down: true })
    await pause(seconds * 1000)
    const [studentHears, teacherHears] = [hearing(student), hearing(teacher)]
    const [teacherSees, studentSees] = [seeing(teacher), seeing(student)]
    line.set({ down: false })
    bars.atMost(`the student hears again after ${seconds} s`, (await studentHears) / 1000, bar, 's')
    bars.atMost(`the teacher hears again after ${seconds} s`, (await teacherHears) / 1000, bar, 's')
    const sees = Math.max(...(await Promise.all([teacherSees, studentSees])))
    if (seconds === 60) bars.atMost('both see each other again after 60 s', sees / 1000, 14, 's')
    else bars.note(`both see each other again after ${seconds} s`, sees / 1000, 's')
    await pause(5000)
  }
}

/** Milliseconds until the last new picture within this time. */
async function lastPicture({ heard }: LessonBrowser, ms: number): Promise<number> {
  const began = performance.now()
  let { frames } = await heard()
  let last = 0
  while (performance.now() - began < ms) {
    await pause(250)
    const now = (await heard()).frames
    if (now !== frames) last = performance.now() - began
    frames = now
  }
  return last
}

/** Milliseconds from the end of a line that the student draws until the teacher's list of objects has it. */
async function strokeArrives({ teacher, student }: Lesson): Promise<number> {
  await teacher.page.getByRole('button', { name: 'More board options' }).click()
  await teacher.page.getByRole('menuitem', { name: 'List of objects' }).click()
  const dialog = teacher.page.getByRole('dialog', { name: 'List of objects' })
  await dialog.waitFor()
  const before = await dialog.getByRole('listitem').count()
  await student.page.getByRole('button', { name: 'Pen', exact: true }).click()
  const stage = student.page.locator('.ds-board-stage')
  const [from, to] = [
    { x: 60, y: 60 },
    { x: 160, y: 120 },
  ]
  await stage.dragTo(stage, { sourcePosition: from, targetPosition: to, force: true })
  const ms = await until('the stroke arrived', 30_000, async () => {
    return (await dialog.getByRole('listitem').count()) > before
  })
  await teacher.page.keyboard.press('Escape')
  return ms
}

/** Milliseconds until new pictures arrive. */
async function seeing({ heard }: LessonBrowser): Promise<number> {
  const before = await heard()
  return until('the other side was seen', 60_000, async () => {
    const { frames } = await heard()
    return frames > before.frames + 2 || frames < before.frames
  })
}

/** Milliseconds until a person's tile says that the line is bad; at most the longest wait. */
const lossShown = ({ page }: LessonBrowser): Promise<number> =>
  until('a bad line was shown', longestMs, async () => {
    const badge = page.locator('.ds-classroom-person').getByText(/^(?:Weak|No) connection$/)
    return (await badge.count()) > 0
  }).catch(() => longestMs)
const longestMs = 30_000
