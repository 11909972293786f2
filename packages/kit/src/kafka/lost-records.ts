import type { LostRecords, PartitionLag } from '../events/bus.ts'

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
