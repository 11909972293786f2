import { expect, it } from '@jest/globals'
import type { LostRecords } from '../events/bus.ts'
import { createLossReport } from './lost-records.ts'

it('each lost record is reported once, also while more are removed', () => {
  const reported: LostRecords[] = []
  const see = createLossReport((lost) => reported.push(lost))
  const lag = (partition: number, lost: number) => ({ topic: 't', partition, committed: 0n, behind: 9, lost })
  see([lag(0, 0), lag(1, 4)])
  see([lag(0, 0), lag(1, 4)])
  see([lag(0, 0), lag(1, 6)])
  // the group has handled a record again, and stops once more for too long
  see([lag(0, 0), lag(1, 0)])
  see([lag(0, 0), lag(1, 3)])
  expect(reported).toEqual([4, 2, 3].map((records) => ({ topic: 't', partition: 1, records })))
})
