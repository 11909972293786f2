import type { ReportQuery, TeachingReport } from '@darsi/contracts/calls/admin/analytics-api.ts'
import { governorates } from '@darsi/contracts/reference/places/governorates.ts'
import { populationOf } from '@darsi/contracts/reference/places/population.ts'
import { addDays, instantOf } from '@darsi/contracts/reference/tunis-time.ts'
import type { ReportRows } from '@darsi/contracts/rules/teaching-report.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import { masked } from '../statistics/statistics.ts'
import type { UserStore } from '../users/user-store.ts'
import type { LessonStore } from './lesson-store.ts'

/** Lessons of one learner with one teacher in one subject. */
export type Taught = {
  teacherId: string
  learnerId: string
  subject: string
  level: string | null
  minor: boolean
  lessons: number
  minutes: number
}
type Figures = NonNullable<TeachingReport['total']>

export type ReportDeps = {
  lessons: LessonStore
  connections: Pick<ConnectionStore, 'collection'>
  users: Pick<UserStore, 'teachers'>
}

/** Lessons that took place, by the teacher's governorate, as in the charts. */
export async function teachingReport(
  { lessons, connections, users }: ReportDeps,
  query: ReportQuery,
): Promise<TeachingReport> {
  const { from, to, rows } = query
  const governorateOf = await users.teachers(false)
  const sums = createSums()
  const span = { $gte: instantOf(from, 0), $lt: instantOf(addDays(to, 1), 0) }
  for (const batch of batchesOf(await taughtIn(lessons, span))) {
    const levelOf = await levelsOf(connections, batch)
    for (const { connectionId, ...lessonsOfOne } of batch) {
      const taught = { ...lessonsOfOne, level: levelOf.get(connectionId) ?? null }
      const place = governorateOf.get(taught.teacherId) ?? null
      if (isAsked(query, taught, place)) sums.add(keyIn(rows, taught, place), taught)
    }
  }
  return { from, to, rows, ...sums.result(rows) }
}

type Grouped = Omit<Taught, 'level'> & { connectionId: string }

function taughtIn(lessons: LessonStore, startsAt: { $gte: Date; $lt: Date }): Promise<Grouped[]> {
  const first = (field: keyof Grouped) => ({ [field]: { $first: `$${field}` } })
  const fields = (['connectionId', 'teacherId', 'learnerId', 'subject', 'minor'] as const).map(first)
  return lessons.collection
    .aggregate<Grouped>([
      { $match: { startsAt, status: 'completed' } },
      {
        $group: {
          _id: { connectionId: '$connectionId', subject: '$subject', minor: '$minor' },
          ...Object.assign({}, ...fields),
          ...{ lessons: { $sum: 1 }, minutes: { $sum: '$durationMinutes' } },
        },
      },
    ])
    .toArray()
}

const batchSize = 1000

function* batchesOf<T>(all: readonly T[]) {
  for (let start = 0; start < all.length; start += batchSize) yield all.slice(start, start + batchSize)
}

async function levelsOf(connections: ReportDeps['connections'], batch: readonly Grouped[]) {
  const ids = batch.map(({ connectionId }) => connectionId)
  const found = await connections.collection
    .find({ _id: { $in: ids } }, { projection: { level: 1 } })
    .toArray()
  return new Map(found.map(({ _id, level }) => [_id, level ?? null]))
}

const isAsked = (
  { governorate, level, subject }: ReportQuery,
  taught: Pick<Taught, 'level' | 'subject'>,
  place: number | null,
): boolean =>
  (governorate === undefined || place === governorate) &&
  (level === undefined || taught.level === level) &&
  (subject === undefined || taught.subject === subject)

function keyIn(
  rows: ReportRows,
  { level, subject }: Pick<Taught, 'level' | 'subject'>,
  place: number | null,
) {
  const key = { governorate: place, level, subject }[rows]
  return key === null ? 'unknown' : String(key)
}

type Sum = {
  learners: Set<string>
  minors: Set<string>
  teachers: Set<string>
  lessons: number
  minutes: number
}
const newSum = (): Sum => ({
  ...{ learners: new Set(), minors: new Set(), teachers: new Set(), lessons: 0, minutes: 0 },
})

/** Adds up what was taught and masks what is about fewer than five learners. */
export function createSums() {
  const entries = new Map<string, Sum>()
  return {
    add(key: string, { learnerId, teacherId, minor, lessons, minutes }: Taught): void {
      const sum = entries.get(key) ?? newSum()
      entries.set(key, sum)
      sum.learners.add(learnerId)
      if (minor) sum.minors.add(learnerId)
      sum.teachers.add(teacherId)
      sum.lessons += lessons
      sum.minutes += minutes
    },
    result(rows: ReportRows): Pick<TeachingReport, 'entries' | 'total'> {
      const total = newSum()
      const keys = rows === 'governorate' ? governorates.map(({ id }) => String(id)) : []
      for (const key of keys) if (!entries.has(key)) entries.set(key, newSum())
      const shown = [...entries].map(([key, sum]) => {
        const figures = figuresOf(sum)
        if (figures) addTo(total, sum)
        return { key, population: rows === 'governorate' ? populationOf(Number(key)) : null, figures }
      })
      const hoursOf = (figures: Figures | null) => figures?.hours ?? -1
      return {
        entries: shown.sort((one, other) => hoursOf(other.figures) - hoursOf(one.figures)),
        // 0 would be wrong where the only rows are masked
        total: total.lessons === 0 && shown.some(({ figures }) => !figures) ? null : figuresOf(total),
      }
    },
  }
}

function addTo(total: Sum, { learners, minors, teachers, lessons, minutes }: Sum): void {
  for (const id of learners) total.learners.add(id)
  for (const id of minors) total.minors.add(id)
  for (const id of teachers) total.teachers.add(id)
  total.lessons += lessons
  total.minutes += minutes
}

function figuresOf({ learners, minors, teachers, lessons, minutes }: Sum): Figures | null {
  if (masked(learners.size) === null) return null
  const isMasked = masked(learners.size - minors.size) === null
  return {
    learners: learners.size,
    minors: isMasked ? null : masked(minors.size),
    teachers: masked(teachers.size),
    lessons,
    hours: Math.round(minutes / 6) / 10,
  }
}
