import { type Compiled, noFit } from './compiled.ts'
import { governorateCount, governorateOf, placeCount } from './places.ts'
import type { TeacherIndex } from './teacher-index.ts'

/**
 * Counts by governorate who fits.
 * @param bits who has what the filters ask for, but for the rate and for places within a governorate
 */
export function countFitting(
  index: TeacherIndex,
  wanted: Compiled,
  bits: Uint32Array,
  counts: Uint32Array,
): void {
  const whole = wholeGovernorates(wanted.placePoints)
  if (whole && !wanted.isRated) {
    for (const id of whole) counts[id] = index.countIn(bits, id)
    return
  }
  const { place, rate } = index.columns()
  const { placePoints, isRated, maxRate } = wanted
  for (let word = 0; word < bits.length; word++) {
    for (let rest = bits[word] ?? 0; rest !== 0; rest &= rest - 1) {
      const slot = word * 32 + 31 - Math.clz32(rest & -rest)
      const where = place[slot] ?? 0
      if (placePoints[where] === noFit) continue
      // not `>`: who did not say is NaN
      if (isRated && !((rate[slot] ?? Number.NaN) <= maxRate)) continue
      const governorate = governorateOf[where] ?? 0
      counts[governorate] = (counts[governorate] ?? 0) + 1
    }
  }
}

/** Those that fit with all their places; null when one fits in part. */
function wholeGovernorates(placePoints: Uint8Array): number[] | null {
  const fitting = new Uint8Array(governorateCount + 1)
  const all = new Uint8Array(governorateCount + 1)
  for (let place = 0; place < placeCount; place++) {
    const governorate = governorateOf[place] ?? 0
    all[governorate] = (all[governorate] ?? 0) + 1
    if (placePoints[place] !== noFit) fitting[governorate] = (fitting[governorate] ?? 0) + 1
  }
  const some = [...fitting.keys()].filter((id) => fitting[id] !== 0)
  return some.every((id) => fitting[id] === all[id]) ? some : null
}
