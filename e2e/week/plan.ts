import type { Choose } from './acts.ts'
import { ordinary } from './acts.ts'
import { type Danger, dangers } from './dangers.ts'
import type { Household } from './families.ts'

export type Size = { families: number; teachers: number; days: number; actsADay: number; dangers: number }

/** One act of the plan: an ordinary one by name, or a danger. */
export type Planned = { home: Household; act: string; danger?: Danger }

/** A generator with a fixed seed (mulberry32): every run plans the same week. */
export function chooser(seed: number): Choose {
  let state = seed
  return (from) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    const index = Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * from.length)
    const chosen = from[index]
    if (chosen === undefined) throw new Error('there is nothing to choose from')
    return chosen
  }
}

/** How many of a hundred acts are which. */
const shares: readonly (readonly [string, number])[] = [
  ['writes about school', 26],
  ['thanks', 14],
  ['sends a photo', 14],
  ['a guardian gives the own number or address', 8],
  ['a teacher gives the own number to an adult', 4],
  ['homework with a photo, handed in by a photo, marked', 9],
  ['homework taken back', 2],
  ['books', 6],
  ['books and undoes it', 3],
  ['a guardian cancels', 4],
  ['books too late', 4],
  ['looks into the room early', 4],
  ['loses the line in a lesson and returns', 2],
]
const cards = shares.flatMap(([act, share]) => Array.from({ length: share }, () => act))

/**
 * Each day's acts in order, and at last the two dangers that come after everything. Every kind of act occurs on each
 * day; each danger has a household of its own, which does nothing more after a pause.
 */
export function planWeek(homes: readonly Household[], size: Size, choose: Choose): Planned[][] {
  const all = dangersOf(homes, size)
  const [spread, last] = [all.slice(0, -2), all.slice(-2)]
  const dayOf = (one: Endangered): number => Math.floor((spread.indexOf(one) * size.days) / spread.length)
  const names = Object.keys(ordinary)
  const days = Array.from({ length: size.days }, (_, day) => {
    const isPaused = (home: Household) =>
      spread.some((one) => one.home === home && one.danger.pauses && dayOf(one) < day)
    const open = homes.filter((home) => !isPaused(home))
    const acts = Array.from({ length: size.actsADay }, (__, count) => ({
      home: choose(open),
      act: names[count] ?? choose(cards),
    }))
    return [...acts, ...spread.filter((one) => dayOf(one) === day).map(asPlanned)]
  })
  return [...days, last.map(asPlanned)]
}

type Endangered = { home: Household; danger: Danger }

const asPlanned = ({ home, danger }: Endangered): Planned => ({ home, act: danger.what, danger })

/** The last two come in the small week too. */
function dangersOf(homes: readonly Household[], { dangers: count }: Size): Endangered[] {
  const chosen = count === dangers.length ? dangers : [dangers[0], ...dangers.slice(1 - count)]
  const free = [...homes]
  return chosen.flatMap((danger) => {
    const index = free.findIndex(({ pupil }) => danger && (danger.of === 'pupil') === (pupil !== null))
    const [home] = index < 0 ? [] : free.splice(index, 1)
    if (!home || !danger) throw new Error('there are too few households for the dangers')
    return [{ home, danger }]
  })
}
