import { fewestSamples } from '@darsi/contracts/rules/fewest.ts'
import type { DayCount } from './day-counts.ts'
import type { Periods } from './periods.ts'

/** A share in percent with one decimal; null below five samples. */
export function percent(part: number, whole: number): number | null {
  return whole < fewestSamples ? null : Math.round((part / whole) * 1000) / 10
}

/**
 * Lines of one chart from counts by day; without five samples altogether there is no line.
 * @param sampled the lines to count samples by: a completed lesson is in `booked` and `completed`, and counts once
 */
export function linesOf<Name extends string>(
  names: readonly Name[],
  counts: readonly DayCount[],
  { from, indexOf }: Pick<Periods, 'from' | 'indexOf'>,
  sampled: readonly Name[] = names,
): Record<Name, number[] | null> {
  const lines = new Map<string, number[]>(names.map((name) => [name, from.map(() => 0)]))
  const samplers = new Set<string>(sampled)
  let samples = 0
  for (const { day, kind, count } of counts) {
    const line = lines.get(kind)
    const index = indexOf(day)
    if (!line || index < 0) continue
    line[index] = (line[index] ?? 0) + count
    if (samplers.has(kind)) samples += count
  }
  const lineOf = (name: Name) => (samples < fewestSamples ? null : (lines.get(name) ?? null))
  // `as`: one entry per name
  return Object.fromEntries(names.map((name) => [name, lineOf(name)])) as Record<Name, number[] | null>
}
