import type { LostRecords, PartitionLag } from '../events/bus.ts'

/**
 * Where a group stands in a partition. What retention removed before the group handled it is lost, and so is what the
 * group has handled beyond the end: the broker lost it, and perhaps records that no group has seen.
 * @param offset the next one to handle; -1 for a new group, which has lost nothing
 */
export function positionIn({ low, high }: { low: bigint; high: bigint }, offset: bigint) {
  const committed = offset < low ? low : offset > high ? high : offset
  const lost = offset < 0n ? 0 : Math.abs(Number(committed - offset))
  return { committed, behind: Number(high - committed), lost }
}

/**
 * Reports each record once that retention removed before the group handled it. kafkajs then goes on with the oldest
 * record and commits its position, so that the lag shows the loss only until the next fetch.
 */
export function createLossReport(
  report: (lost: LostRecords) => void,
): (lags: readonly PartitionLag[]) => void {
  const reported = new Map<string, number>()
  return (lags) => {
    for (const { topic, partition, lost } of lags) {
      const key = `${topic} ${partition}`
      const records = lost - (reported.get(key) ?? 0)
      reported.set(key, lost)
      if (records > 0) report({ topic, partition, records })
    }
  }
}
