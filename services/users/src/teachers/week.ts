import { selectableSlots, slotCode, slotOf } from '@darsi/contracts/reference/hours.ts'

/** The 60 hours of a week as two words of 30 bits: Monday to Wednesday, Thursday to Saturday. */
type WeekBits = { readonly early: number; readonly late: number }

const codes: readonly number[] = selectableSlots.map(slotCode)
const half = codes.length / 2
const bitOf: ReadonlyMap<number, number> = new Map(codes.map((code, index) => [code, index]))

/** Hours outside the grid and the lunch hours are ignored. */
export function weekBits(slots: Iterable<number>): WeekBits {
  let early = 0
  let late = 0
  for (const slot of slots) {
    const bit = bitOf.get(slot)
    if (bit === undefined) continue
    if (bit < half) early |= 1 << bit
    else late |= 1 << (bit - half)
  }
  return { early, late }
}

/** The hours that a filter by day, by hour or by both accepts. */
export function weekBitsOf({ day, hour }: { day?: number | undefined; hour?: number | undefined }): WeekBits {
  return weekBits(codes.filter((code) => fitsSlot(code, { day, hour })))
}

export function fitsSlot(
  code: number,
  { day, hour }: { day?: number | undefined; hour?: number | undefined },
): boolean {
  const slot = slotOf(code)
  return (day === undefined || slot.day === day) && (hour === undefined || slot.hour === hour)
}

export function sharedHours(a: readonly number[], b: readonly number[]): number {
  const known = new Set(a.filter((slot) => bitOf.has(slot)))
  return new Set(b.filter((slot) => known.has(slot))).size
}

export function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
