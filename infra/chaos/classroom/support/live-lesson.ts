import { until } from '../../../local/trials/waiting.ts'
import { type Bars, createBars } from '../../support/bars.ts'
import { type BadLine, createBadLine, goodLine } from './bad-line.ts'
import { type LessonBrowser, openLessonBrowser } from './lesson-browser.ts'
import { type World, withClassroom } from './world.ts'

type Participants = { world: World; teacher: LessonBrowser; student: LessonBrowser }
/** `line` is the student's. */
export type Lesson = Participants & { line: BadLine }

/** Runs a scenario between two browsers on the whole site, and judges its bars. */
export const withBadLine = (act: (lesson: Lesson, bars: Bars) => Promise<void>): Promise<void> =>
  withClassroom(async (world) => {
    await engineIsReady(world)
    const bars = createBars()
    const [near, line] = [createBadLine({ ...goodLine, delayMs: 5 }), createBadLine()]
    const teacher = await openLessonBrowser(world, world.teacher, near)
    const student = await openLessonBrowser(world, world.student, line)
    try {
      await act({ world, teacher, student, line }, bars)
    } finally {
      await Promise.all([teacher.close(), student.close()])
      near.close()
      line.close()
    }
    bars.judge()
  }, 'whole site')

/** Both enter, and the teacher starts the lesson. @returns its id */
export async function startLesson({ world, teacher, student }: Participants): Promise<string> {
  const sessionId = await world.lesson()
  for (const browser of [teacher, student]) {
    await browser.toLobby(sessionId)
    await browser.enter()
  }
  // the server refuses to start before both were heard of
  await teacher.page.getByText('Everyone is here. You can start the lesson.').waitFor()
  await teacher.page.getByRole('button', { name: 'Start the lesson' }).click()
  return sessionId
}

export const engineIsReady = (world: World) =>
  until('the engine was ready', 60_000, async () => {
    const { media } = await world.room(world.teacher, await world.lesson())
    return media === 'ready'
  })

/** Milliseconds until sound arrives that is not made up. */
export async function hearing({ heard }: LessonBrowser, ms = 60_000): Promise<number> {
  const before = await heard()
  const began = performance.now()
  await until('the other side was heard', ms, async () => {
    const { bytes, energy } = await heard()
    // a page that was loaded again counts from zero
    return energy > 0 && (bytes > before.bytes + 500 || bytes < before.bytes)
  })
  return performance.now() - began
}
