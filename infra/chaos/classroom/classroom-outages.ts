import { print } from '../../local/trials/trial.ts'
import { pause, until } from '../../local/trials/waiting.ts'
import type { Bars } from '../support/bars.ts'
import type { LessonBrowser } from './support/lesson-browser.ts'
import { hearing, type Lesson, startLesson, withBadLine } from './support/live-lesson.ts'

/** At most ten minutes (`OUTAGE=600`); after 22 s the engine has dropped the person, and nothing else changes. */
const outageSeconds = Math.min(Number(process.env['OUTAGE'] ?? 120), 600)

/** The student's network lets no UDP through; later the line is gone for minutes. */
export const run = (): Promise<void> =>
  withBadLine(async (lesson, bars) => {
    await blocked(lesson, bars)
    await longOutage(lesson, bars)
  })

async function blocked(lesson: Lesson, bars: Bars): Promise<void> {
  const { teacher, student, line } = lesson
  const sessionId = await startLesson(lesson)
  await hearing(student)
  bars.atMost('ways of the student that are not UDP', await notOver('udp', student), 0, '')
  line.set({ udpBlocked: true })
  print('  UDP is blocked during the call')
  bars.note('the student hears again', (await heardOver('tcp', student)) / 1000, 's')
  await student.toLobby(sessionId)
  const began = performance.now()
  await student.enter()
  await Promise.all([hearing(student), hearing(teacher)])
  bars.atMost('enter to hearing without UDP', (performance.now() - began) / 1000, 10, 's')
  bars.atMost('ways of the student that are not TCP', await notOver('tcp', student), 0, '')
  line.set({ udpBlocked: false })
}

const notOver = async (wanted: 'udp' | 'tcp', { routes }: LessonBrowser): Promise<number> => {
  const found = await routes()
  return found.length === 0 ? 1 : found.filter(({ protocol }) => protocol !== wanted).length
}

/** Milliseconds until voice arrives that way alone. */
async function heardOver(wanted: 'udp' | 'tcp', browser: LessonBrowser): Promise<number> {
  const began = performance.now()
  await until(`the voice came over ${wanted}`, 60_000, async () => (await notOver(wanted, browser)) === 0)
  await hearing(browser)
  return performance.now() - began
}

async function longOutage(lesson: Lesson, bars: Bars): Promise<void> {
  const { world, teacher, student, line } = lesson
  const sessionId = await startLesson(lesson)
  await hearing(student)
  const seats = () =>
    world.database.collection('seats').find({ sessionId, userId: world.student.userId }).toArray()
  const [before] = await seats()
  const isThere = async () =>
    (await world.room(world.teacher, sessionId)).people.some(
      ({ userId, present }) => userId === world.student.userId && present,
    )
  print(`  the student's line is gone for ${outageSeconds} s`)
  line.set({ down: true })
  const gone = await until('the student was shown as away', 60_000, async () => !(await isThere()))
  bars.note('the student is shown as away', gone / 1000, 's')
  await pause(outageSeconds * 1000 - gone)
  const [studentHears, teacherHears] = [hearing(student), hearing(teacher)]
  line.set({ down: false })
  bars.atMost('the student hears again', (await studentHears) / 1000, 10, 's')
  bars.atMost('the teacher hears again', (await teacherHears) / 1000, 10, 's')
  await until('the student was shown as here', 10_000, isThere)
  const after = await seats()
  const kept = after.length === 1 && String(after[0]?._id) === String(before?._id) && !after[0]?.['closed']
  bars.atLeast('the same seat, without a click', kept ? 1 : 0, 1, '')
}
