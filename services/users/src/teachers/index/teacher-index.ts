import { type NameWord, nameKeys } from '@darsi/contracts/rules/texts/fold-name.ts'
import { fullBit, offersOf, taughtBits } from '../feature-bits.ts'
import { answerPoints, ratingPoints } from '../match.ts'
import { fnv1a } from '../order.ts'
import { placeOf } from '../place-codes.ts'
import { defaultReachKm, newUntil, shownRating, type Teacher } from '../teacher.ts'
import { weekBits } from '../week.ts'

export type TeacherIndex = ReturnType<typeof createTeacherIndex>

/**
 * The listed teachers in memory, one slot each, as columns of numbers for filters and ranking. Texts stay in the
 * database. A teacher who is not listed has no slot, so no filter has to check it.
 */
export function createTeacherIndex() {
  let table = createColumns(1024)
  const slots = new Map<string, number>()
  const ids: string[] = []
  /** Each distinct name once: a search compares names, of which there are fewer than teachers. None is removed. */
  const names = new Map<string, number>()
  const nameTexts: string[] = []

  return {
    put: (teacher: Teacher): void => {
      const slot = slots.get(teacher.id) ?? ids.length
      if (slot === table.taught.length) table = createColumns(Math.ceil(slot * 1.5), table)
      const name = names.get(teacher.name) ?? nameTexts.push(textOf(nameKeys(teacher.name))) - 1
      names.set(teacher.name, name)
      const derived = { name, ...weekBits(teacher.slots) }
      for (const each of columnNames) table[each][slot] = columns[each].of(teacher, derived)
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
      for (const each of Object.values(table)) each[slot] = each[ids.length] ?? 0
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

/** Computed once for all columns of a teacher; `name` is the number of the name. */
type Derived = { name: number; early: number; late: number }
const column = <Numbers>(
  array: new (length: number) => Numbers,
  of: (teacher: Teacher, derived: Derived) => number,
) => ({ array, of })
const columns = {
  /** Subjects and levels. */
  taught: column(Uint32Array, ({ subjects, levels }) => taughtBits([...subjects, ...levels])),
  /** Languages, session types and sections of the baccalaureate. */
  offered: column(Uint32Array, (teacher) => offersOf(teacher) | (teacher.full ? fullBit : 0)),
  reachKm: column(Uint16Array, ({ radiusKm }) => radiusKm ?? defaultReachKm),
  place: column(Uint16Array, placeOf),
  /** Infinite when unknown, which no filter accepts. */
  rate: column(Float64Array, ({ hourlyRate }) => hourlyRate ?? Number.POSITIVE_INFINITY),
  early: column(Int32Array, (_, { early }) => early),
  late: column(Int32Array, (_, { late }) => late),
  name: column(Uint32Array, (_, { name }) => name),
  /** Points of answer time and rating, which are the same for every seeker. */
  merit: column(
    Uint8Array,
    (teacher) => answerPoints(teacher.answerHours) + ratingPoints(shownRating(teacher)),
  ),
  newUntil: column(Uint16Array, newUntil),
  hash: column(Uint32Array, ({ id }) => fnv1a(id)),
  rating: column(Float64Array, ({ rating }) => rating ?? Number.NaN),
  reviewCount: column(Uint32Array, ({ reviewCount }) => reviewCount),
  answerHours: column(Float64Array, ({ answerHours }) => answerHours ?? Number.NaN),
  students: column(Uint32Array, ({ totalStudents }) => totalStudents),
}
type Columns = { [Name in keyof typeof columns]: InstanceType<(typeof columns)[Name]['array']> }
// `as`: the keys of `columns`
const columnNames = Object.keys(columns) as (keyof Columns)[]

function createColumns(capacity: number, old?: Columns): Columns {
  // `as`: one array of each name
  const created = Object.fromEntries(
    columnNames.map((name) => [name, new columns[name].array(capacity)]),
  ) as Columns
  if (old) for (const name of columnNames) created[name].set(old[name])
  return created
}

const numberOrNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value

/** One text per name, `\n` before the written word and `\t` before its sound; between them are letters only. */
const textOf = (words: readonly NameWord[]): string =>
  `${words.map(({ written, sound }) => `\n${joined(written)}\t${sound}`).join('')}\n`

const joined = (written: string): string => written.replace(' ', '')
