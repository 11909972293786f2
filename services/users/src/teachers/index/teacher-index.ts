import { type NameWord, nameKeys } from '@darsi/contracts/rules/texts/fold-name.ts'
import { anyTime, fullBit, offersOf, taughtBits } from '../feature-bits.ts'
import { answerPoints, ratingPoints } from '../match.ts'
import { hashOf } from '../order.ts'
import { placeOf } from '../place-codes.ts'
import { defaultReachKm, newUntil, shownRating, type Teacher } from '../teacher.ts'
import { weekBits } from '../week.ts'

type Columns = ReturnType<typeof columns>
export type TeacherIndex = ReturnType<typeof createTeacherIndex>

/**
 * The listed teachers in memory, one slot each, as columns of numbers for filters and ranking. Texts stay in the
 * database. A teacher who is not listed has no slot, so no filter has to check it.
 */
export function createTeacherIndex() {
  let table = columns(1024)
  const slots = new Map<string, number>()
  const ids: string[] = []
  /** Each distinct name once: a search compares names, of which there are fewer than teachers. None is removed. */
  const names = new Map<string, number>()
  const nameTexts: string[] = []

  return {
    put: (teacher: Teacher): void => {
      const slot = slots.get(teacher.id) ?? ids.length
      if (slot === table.taught.length) table = grownColumns(table, Math.ceil(slot * 1.5))
      write(table, slot, teacher)
      const name = names.get(teacher.name) ?? nameTexts.push(textOf(nameKeys(teacher.name))) - 1
      names.set(teacher.name, name)
      table.name[slot] = name
      ids[slot] = teacher.id
      slots.set(teacher.id, slot)
    },

    remove: (id: string): void => {
      const slot = slots.get(id)
      if (slot === undefined) return
      slots.delete(id)
      const last = ids.pop()
      if (last === undefined || last === id) return
      // the last teacher moves to the free slot
      for (const column of Object.values(table)) column[slot] = column[ids.length] ?? 0
      ids[slot] = last
      slots.set(last, slot)
    },

    has: (id: string): boolean => slots.has(id),
    ids: (): IterableIterator<string> => slots.keys(),
    size: (): number => slots.size,

    /** Rating and counts from the index, so that showing a teacher does not compute them again. */
    ratingOf: (id: string) => {
      const slot = slots.get(id)
      if (slot === undefined) return null
      return {
        rating: numberOrNull(table.rating[slot]),
        reviewCount: table.reviewCount[slot] ?? 0,
        answerHours: numberOrNull(table.answerHours[slot]),
        totalStudents: table.students[slot] ?? 0,
      }
    },

    /** Valid until the next change. */
    view: () => ({ table, ids }),

    /** 1 for the number of each name that matches every word, by prefix or by sound (`fitsName`). */
    namesMatching: (words: readonly NameWord[]): Uint8Array => {
      const asked = words.map(({ written, sound }) => [`\n${joined(written)}`, sound && `\t${sound}\n`])
      const fits = (text: string) =>
        asked.every((keys) => keys.some((key) => key !== '' && text.includes(key)))
      return Uint8Array.from(nameTexts, (text) => Number(fits(text)))
    },
  }
}

function columns(capacity: number) {
  return {
    /** Subjects and levels. */
    taught: new Uint32Array(capacity),
    /** Languages, session types and sections of the baccalaureate. */
    offered: new Uint32Array(capacity),
    reachKm: new Uint16Array(capacity),
    place: new Uint16Array(capacity),
    /** Infinite when unknown, which no filter accepts. */
    rate: new Float64Array(capacity),
    early: new Int32Array(capacity),
    late: new Int32Array(capacity),
    /** The number of the name. */
    name: new Uint32Array(capacity),
    /** Points of answer time and rating, which are the same for every seeker. */
    merit: new Uint8Array(capacity),
    newUntil: new Uint16Array(capacity),
    hash: new Uint32Array(capacity),
    rating: new Float64Array(capacity),
    reviewCount: new Uint32Array(capacity),
    answerHours: new Float64Array(capacity),
    students: new Uint32Array(capacity),
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
  table.taught[slot] = taughtBits([...teacher.subjects, ...teacher.levels])
  table.offered[slot] = offersOf(teacher) | (teacher.full ? fullBit : 0)
  table.reachKm[slot] = teacher.radiusKm ?? defaultReachKm
  table.place[slot] = placeOf(teacher)
  table.rate[slot] = teacher.hourlyRate ?? Number.POSITIVE_INFINITY
  table.early[slot] = early | anyTime
  table.late[slot] = late
  table.merit[slot] = answerPoints(teacher.answerHours) + ratingPoints(shownRating(teacher))
  table.newUntil[slot] = newUntil(teacher)
  table.hash[slot] = hashOf(teacher.id)
  table.rating[slot] = teacher.rating ?? Number.NaN
  table.reviewCount[slot] = teacher.reviewCount
  table.students[slot] = teacher.totalStudents
  table.answerHours[slot] = teacher.answerHours ?? Number.NaN
}

const numberOrNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value

/** One text per name, `\n` before the written word and `\t` before its sound; between them are letters only. */
const textOf = (words: readonly NameWord[]): string =>
  `${words.map(({ written, sound }) => `\n${joined(written)}\t${sound}`).join('')}\n`

const joined = (written: string): string => written.replace(' ', '')
