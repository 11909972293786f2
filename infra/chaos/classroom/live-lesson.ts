import { until } from '../../local/steady-load.ts'
import type { LessonBrowser } from './lesson-browser.ts'
import type { World } from './world.ts'

type Lesson = { world: World; teacher: LessonBrowser; student: LessonBrowser }

/** Both enter, and the teacher starts the lesson. @returns its id */
export async function startLesson({ world, teacher, student }: Lesson): Promise<string> {
  const sessionId = await world.lesson()
  for (const browser of [teacher, student]) {
    await browser.toLobby(sessionId)
    await browser.enter()
  }
  // the server refuses to start before both were heard of
  await teacher.page.getByText('Everybody is here. You can start the lesson.').waitFor()
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
