import { demoPairs } from '@darsi/contracts/reference/demo.ts'
import { addDays, hourMs, instantOf, mondayOf } from '@darsi/contracts/reference/tunis-time.ts'
import { Problem } from '@darsi/kit/http/problem.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import { bookLessons } from '../bookings/book.ts'
import { offeredHours } from '../bookings/offered.ts'
import { seedDemoGroups } from '../groups/demo-groups.ts'
import type { ConnectionRow } from '../parties/party.ts'
import type { Parts } from '../parts.ts'
import { completeLesson, recordNoShow } from './attendance.ts'
import { cancelLesson } from './cancel.ts'

/**
 * `partsAt` returns the service's own stores and commands with another clock, so that the history is created by the
 * normal commands.
 */
type History = { partsAt: (now: () => Date) => Parts; weeks: number }
type Course = { connection: ConnectionRow; by: string; index: number }

const pairs = [
  { from: 'demo-student', to: 'demo-teacher' },
  { from: 'demo-parent', to: 'demo-teacher-2' },
  ...demoPairs,
]
const dayMs = 24 * hourMs

/**
 * Makes the lessons of each demo connection that is approved and has none: weekly ones in all states up to now, with
 * reports and reviews, and those of this and the next week.
 * @returns false while connections are missing
 */
export async function seedDemoLessons({ partsAt, weeks }: History): Promise<boolean> {
  const { collections } = partsAt(() => new Date())
  let missing = 0
  for (const [index, { from, to }] of pairs.entries()) {
    const connection = await collections.connections.findOne({
      partyIds: from,
      teacherId: to,
      status: 'approved',
    })
    if (!connection) missing++
    else if ((await collections.lessons.countDocuments({ connectionId: connection._id })) === 0)
      await course(partsAt, { connection, by: from, index }, weeks)
  }
  return missing === 0
}

/** The first two have all weeks; the others start one after the other, so that the number of lessons grows. */
async function course(partsAt: History['partsAt'], of: Course, weeks: number): Promise<void> {
  const length = of.index < 2 ? weeks : Math.min(weeks, 2 + ((of.index * 5) % 7))
  for (let week = -length; week <= 1; week++) {
    try {
      await lesson(partsAt, of, week)
    } catch (error) {
      // the hour is taken by another lesson of the learner, or the teacher does not offer it
      if (!(error instanceof Problem)) throw error
    }
  }
}

async function lesson(
  partsAt: History['partsAt'],
  { connection, by, index }: Course,
  week: number,
): Promise<void> {
  const clock = { at: new Date() }
  const parts = partsAt(() => clock.at)
  const { teacherId, minor } = connection
  const slot = await slotOf(parts, teacherId, { week, index })
  if (!slot) return
  const startsAt = instantOf(slot.date, slot.hour).getTime()
  clock.at = new Date(Math.min(startsAt - 3 * dayMs, Date.now() - hourMs))
  const [booked] = await bookLessons(parts, by, {
    ...{ connectionId: connection._id, ...slot, weeks: 1, durationMinutes: minor ? 45 : 60 },
    ...{ type: index % 3 === 0 ? 'faceToFace' : 'online', place: 'Bibliothèque publique' },
    ...{ meetingLink: 'https://meet.jit.si/darsi-demo', parentPresent: minor },
  })
  if (!booked || startsAt > Date.now() - 2 * hourMs) return
  const outcome = (index * 7 + week * 5 + 700) % 11
  if (outcome === 3) {
    clock.at = new Date(startsAt - dayMs)
    await cancelLesson(parts, booked._id, { by, reason: 'Empêchement familial', series: false })
    return
  }
  clock.at = new Date(startsAt + hourMs)
  if (outcome === 7) {
    await recordNoShow(parts, booked._id, { by: teacherId, reason: 'Sans nouvelles après vingt minutes' })
    return
  }
  await completeLesson(parts, await parts.lessonQueries.ofParty(booked._id, teacherId), teacherId)
  await afterLesson(parts, booked._id, { by, teacherId, index, week })
}

/** An hour that the teacher offers in that week; the learners of one teacher take different ones. */
async function slotOf(parts: Parts, teacherId: string, { week, index }: { week: number; index: number }) {
  const grid = await parts.grids.find(teacherId)
  const monday = mondayOf(new Date(), week)
  const periods = await parts.periods.between(monday, addDays(monday, 6))
  const slots = [0, 1, 2, 3, 4, 5].flatMap((day) => {
    const date = addDays(monday, day)
    return offeredHours({ grid, periods }, date).map((hour) => ({ date, hour }))
  })
  return slots[(index * 3 + Math.floor(index / 8)) % Math.max(1, slots.length)]
}

type After = { by: string; teacherId: string; index: number; week: number }

/** Every second lesson has a report; the last one is not read yet. A learner reviews the teacher after some lessons. */
async function afterLesson(parts: Parts, id: string, { by, teacherId, index, week }: After): Promise<void> {
  const { lessonQueries, reports, reviews } = parts
  const held = await lessonQueries.ofParty(id, teacherId)
  if (week % 2 === 0) {
    const text = pick(reportTexts, index - week)
    await reports.write(held, { ...text, effort: 3 + ((index + 8 - week) % 3) })
    if (week < -2) await reports.read(id, by)
  }
  if (week !== -1 && week !== -2) return
  const { comment, rating, answer } = pick(reviewTexts, index)
  // one review per learner, teacher and term: the second try is refused
  await reviews.write(held, by, { rating, comment })
  if (answer) await reviews.answer(held, teacherId, answer)
}

type ReportText = { topics: string; homework: string; note: string }
type ReviewText = { rating: number; comment: string; answer: string }
const pick = <T>(list: [T, ...T[]], index: number): T => list[index % list.length] ?? list[0]

const reportTexts: [ReportText, ...ReportText[]] = [
  {
    topics: 'Fractions : addition et comparaison',
    homework: 'Exercices 3 à 6, page 42',
    note: 'Bon travail, plus sûre d’elle à chaque séance.',
  },
  { topics: 'فهم النص واستخراج الأفكار الأساسية', homework: 'تلخيص نص من اختيارك', note: '' },
  { topics: 'Equations with one unknown', homework: 'Finish the worksheet', note: 'Check the signs twice.' },
]
const reviewTexts: [ReviewText, ...ReviewText[]] = [
  { rating: 5, comment: 'Explique calmement, ma fille a repris confiance.', answer: 'Merci, bravo à elle !' },
  { rating: 4, comment: 'دروس منظمة وواضحة، شكرا.', answer: '' },
  { rating: 5, comment: 'Always on time and well prepared.', answer: '' },
  { rating: 4, comment: 'Très bons exercices, parfois un peu rapide.', answer: '' },
]

/** Retries until the connections have arrived by their events. */
export function startDemoLessons(history: History, log: Pick<Log, 'warn'>): () => Promise<void> {
  const stop = repeat({
    everyMs: 1000,
    work: async () => {
      const hasLessons = await seedDemoLessons(history)
      if (hasLessons && (await seedDemoGroups(history.partsAt(() => new Date())))) void stop()
    },
    log,
    failed: 'demo lessons not made yet',
  })
  return stop
}
