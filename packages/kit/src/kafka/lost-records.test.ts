import { expect, it } from '@jest/globals'
import type { LostRecords } from '../events/bus.ts'
import { createLossReport, positionIn } from './lost-records.ts'

it.each([
  ['in the middle', 7n, { committed: 7n, behind: 3, lost: 0 }],
  ['new', -1n, { committed: 5n, behind: 5, lost: 0 }],
  ['behind what retention removed', 2n, { committed: 5n, behind: 5, lost: 3 }],
  ['beyond the end, because the broker lost records', 14n, { committed: 10n, behind: 0, lost: 4 }],
])('position of a group %s', (_, offset, position) => {
  expect(positionIn({ low: 5n, high: 10n }, offset)).toEqual(position)
})

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
