import { type Compiled, noFit } from './compiled.ts'
import { governorateOf } from './places.ts'
import type { Columns } from './teacher-index.ts'
import { countBits } from './week.ts'

/** Filters once more, over a million slots: see `fitting` for what they mean. */
export type Scan = {
  readonly table: Columns
  readonly wanted: Compiled
  readonly today: number
  /** Who fits, by governorate id; 0 is nowhere. */
  readonly counts: Uint32Array
  /** Called for who scores at least the floor of his lane, 0 established and 1 new; answers the lane's new floor. */
  readonly offer: (slot: number, score: number, lane: 0 | 1) => number
  readonly floors: Uint8Array
}

/** The loop in which a search spends its time: everything in locals, and no call for who does not fit or is too low. */
export function scan({ table, wanted, today, counts, offer, floors }: Scan, list: Uint32Array): void {
  const { place, subjects, traits, rate, early, late, merit, newUntil } = table
  const { placePoints, subjectPoints, traitPoints, sharedPoints } = wanted
  const { isRated, maxRate, isTimed, wantedEarly, wantedLate, ownEarly, ownLate } = wanted
  for (let at = 0; at < list.length; at++) {
    const slot = list[at] ?? 0
    const where = place[slot] ?? 0
    const near = placePoints[where] ?? noFit
    if (near === noFit) continue
    const taught = subjectPoints[subjects[slot] ?? 0] ?? noFit
    if (taught === noFit) continue
    const suited = traitPoints[traits[slot] ?? 0] ?? noFit
    if (suited === noFit) continue
    // not `>`: who did not say is NaN
    if (isRated && !((rate[slot] ?? Number.NaN) <= maxRate)) continue
    const first = early[slot] ?? 0
    const second = late[slot] ?? 0
    if (isTimed && ((first & wantedEarly) | (second & wantedLate)) === 0) continue
    const governorate = governorateOf[where] ?? 0
    counts[governorate] = (counts[governorate] ?? 0) + 1
    // the same sum as `reasonsOf`
    const shared = countBits(first & ownEarly) + countBits(second & ownLate)
    const score = (sharedPoints[shared] ?? 0) + near + taught + suited + (merit[slot] ?? 0)
    // without a branch, which nobody could predict: 1 when the difference is negative
    const lane = (today - (newUntil[slot] ?? 0)) >>> 31 === 1 ? 1 : 0
    if (score >= (floors[lane] ?? 0)) floors[lane] = offer(slot, score, lane)
  }
}
