import { keysOf } from '@darsi/contracts/choices.ts'
import { educationLevels, sessionTypes } from '@darsi/contracts/levels.ts'
import { teacherSubjects } from '@darsi/contracts/subjects.ts'
import { teachingLanguages } from '@darsi/contracts/teachers-api.ts'
import { bitColumns } from './bit-columns.ts'
import { buckets } from './buckets.ts'
import { choiceBits } from './choice-bits.ts'
import { answerPoints, ratingPoints } from './match.ts'
import { nameIndex } from './name-index.ts'
import { hashOf } from './order.ts'
import { governorateCount, governorateOf, placeAt, placeCount, placeOf } from './places.ts'
import { dayOf, newUntil, shownRating, type Teacher } from './teacher.ts'
import { textStore } from './text-store.ts'
import { slotsOf, weekBits } from './week.ts'

export const bitsOf = {
  subject: choiceBits(teacherSubjects),
  level: choiceBits(keysOf(educationLevels)),
  sessionType: choiceBits(keysOf(sessionTypes)),
  language: choiceBits(teachingLanguages),
}

type Traits = Pick<Teacher, 'levels' | 'languages' | 'sessionTypes'>
export const traitCount = 2 ** (5 + 3 + 3)
export const subjectSetCount = 2 ** teacherSubjects.length

export const traitsOf = ({ levels, languages, sessionTypes: types }: Traits): number =>
  bitsOf.level.of(levels) | (bitsOf.language.of(languages) << 5) | (bitsOf.sessionType.of(types) << 8)

const traitsIn = (traits: number): Traits => ({
  levels: bitsOf.level.keys(traits & 31),
  languages: bitsOf.language.keys((traits >> 5) & 7),
  sessionTypes: bitsOf.sessionType.keys(traits >> 8),
})

const subjectsFrom = governorateCount + 2
const traitsFrom = subjectsFrom + teacherSubjects.length
const hoursFrom = traitsFrom + 11
const bitCount = hoursFrom + 60
/** Numbers of the columns of bits. */
export const bitOf = {
  listed: 0,
  /** 0 for nowhere. */
  governorate: (id: number): number => 1 + id,
  subjects: (word: number): number[] => columnsOf(word, subjectsFrom),
  traits: (word: number): number[] => columnsOf(word, traitsFrom),
  hours: ({ early, late }: { early: number; late: number }): number[] => [
    ...columnsOf(early, hoursFrom),
    ...columnsOf(late, hoursFrom + 30),
  ],
}

function columnsOf(word: number, from: number): number[] {
  const columns: number[] = []
  for (let rest = word; rest !== 0; rest &= rest - 1) columns.push(from + 31 - Math.clz32(rest & -rest))
  return columns
}

function bitsIn({ place, subjects, traits, early, late }: Columns, slot: number): number[] {
  return [
    bitOf.listed,
    bitOf.governorate(governorateOf[place[slot] ?? 0] ?? 0),
    ...bitOf.subjects(subjects[slot] ?? 0),
    ...bitOf.traits(traits[slot] ?? 0),
    ...bitOf.hours({ early: early[slot] ?? 0, late: late[slot] ?? 0 }),
  ]
}

export type Columns = ReturnType<typeof columns>
export type TeacherIndex = ReturnType<typeof createTeacherIndex>

/**
 * The listed teachers in memory, one slot each: what filters and ranking look at in typed arrays, what a card shows
 * besides in buffers, every filter as a column of bits, and lists of slots per place and per word of a name.
 * Whoever is not listed is not in it, so no filter can forget to ask.
 */
export function createTeacherIndex() {
  let table = columns(1024)
  let end = 0
  const free: number[] = []
  const slotOf = new Map<string, number>()
  const ids: string[] = []
  const texts = textStore()
  const names = nameIndex()
  const ranks = buckets()
  const bits = bitColumns(bitCount)

  const read = (slot: number): Teacher => {
    // `as`: `put` wrote it
    const cold = JSON.parse(texts.get(slot)) as Cold
    const [name, otherLanguage, otherSubjects, bio, experienceLevel, rating, reviewCount, answerHours] = cold
    return {
      id: ids[slot] ?? '',
      name,
      ...placeAt(table.place[slot] ?? 0),
      subjects: bitsOf.subject.keys(table.subjects[slot] ?? 0),
      otherLanguage,
      otherSubjects,
      ...traitsIn(table.traits[slot] ?? 0),
      hourlyRate: Number.isNaN(table.rate[slot]) ? null : (table.rate[slot] ?? null),
      experienceLevel,
      bio,
      rating,
      reviewCount,
      answerHours,
      slots: slotsOf({ early: table.early[slot] ?? 0, late: table.late[slot] ?? 0 }),
      approvedDay: cold[8],
    }
  }

  const remove = (id: string): boolean => {
    const slot = slotOf.get(id)
    if (slot === undefined) return false
    for (const column of bitsIn(table, slot)) bits.clear(slot, column)
    ranks.remove(slot, table.bucket[slot] ?? 0)
    names.remove(slot, read(slot).name)
    texts.remove(slot)
    table.place[slot] = placeCount
    ids[slot] = ''
    slotOf.delete(id)
    free.push(slot)
    return true
  }

  return {
    remove,

    put: (teacher: Teacher): void => {
      remove(teacher.id)
      const slot = free.pop() ?? end++
      if (slot >= table.place.length) table = grownColumns(table, Math.ceil(slot * 1.5))
      write(table, slot, teacher)
      ids[slot] = teacher.id
      slotOf.set(teacher.id, slot)
      texts.set(slot, JSON.stringify(coldOf(teacher)))
      for (const column of bitsIn(table, slot)) bits.set(slot, column)
      table.bucket[slot] = ranks.add(
        slot,
        {
          place: table.place[slot] ?? 0,
          merit: table.merit[slot] ?? 0,
          newUntil: table.newUntil[slot] ?? 0,
        },
        dayOf(new Date()),
      )
      names.add(slot, teacher.name)
    },

    get: (id: string): Teacher | null => {
      const slot = slotOf.get(id)
      return slot === undefined ? null : read(slot)
    },

    read,
    idAt: (slot: number): string => ids[slot] ?? '',
    has: (id: string): boolean => slotOf.has(id),
    ids: (): IterableIterator<string> => slotOf.keys(),
    size: (): number => slotOf.size,
    columns: (): Columns => table,
    /** One more than the highest slot in use. */
    end: (): number => end,
    /** Who has at least one of every group of `bitOf`, as bits that hold until the next call. */
    having: (groups: readonly (readonly number[])[]): Uint32Array =>
      bits.having([[bitOf.listed], ...groups], end),
    countIn: (slots: Uint32Array, governorate: number): number =>
      bits.count(slots, bitOf.governorate(governorate)),
    inOrder: ranks.inOrder,
    called: (words: Parameters<typeof names.find>[0]): Uint32Array => names.find(words, end),
  }
}

type Cold = readonly [
  name: string,
  otherLanguage: string,
  otherSubjects: string,
  bio: string,
  experienceLevel: Teacher['experienceLevel'],
  rating: number | null,
  reviewCount: number,
  answerHours: number | null,
  approvedDay: number | null,
]

function coldOf(teacher: Teacher): Cold {
  const { name, otherLanguage, otherSubjects, bio, experienceLevel } = teacher
  const { rating, reviewCount, answerHours, approvedDay } = teacher
  return [
    name,
    otherLanguage,
    otherSubjects,
    bio,
    experienceLevel,
    rating,
    reviewCount,
    answerHours,
    approvedDay,
  ]
}

function columns(capacity: number) {
  return {
    /** `placeCount` marks an empty slot. */
    place: new Uint16Array(capacity),
    subjects: new Uint16Array(capacity),
    /** Levels, languages and session types side by side. */
    traits: new Uint16Array(capacity),
    /** NaN when not said, which is at most nothing. */
    rate: new Float64Array(capacity),
    early: new Int32Array(capacity),
    late: new Int32Array(capacity),
    /** Points of answer time and rating, which are the same for every seeker. */
    merit: new Uint8Array(capacity),
    newUntil: new Uint16Array(capacity),
    hash: new Uint32Array(capacity),
    /** Where `buckets` keeps the slot. */
    bucket: new Uint16Array(capacity),
  }
}

function grownColumns(old: Columns, capacity: number): Columns {
  const larger = columns(capacity)
  // `as`: both have the same columns
  for (const name of Object.keys(larger) as (keyof Columns)[]) larger[name].set(old[name])
  return larger
}

function write(table: Columns, slot: number, teacher: Teacher): void {
  const { early, late } = weekBits(teacher.slots)
  table.place[slot] = placeOf(teacher)
  table.subjects[slot] = bitsOf.subject.of(teacher.subjects)
  table.traits[slot] = traitsOf(teacher)
  table.rate[slot] = teacher.hourlyRate ?? Number.NaN
  table.early[slot] = early
  table.late[slot] = late
  table.merit[slot] = answerPoints(teacher.answerHours) + ratingPoints(shownRating(teacher))
  table.newUntil[slot] = newUntil(teacher)
  table.hash[slot] = hashOf(teacher.id)
}
