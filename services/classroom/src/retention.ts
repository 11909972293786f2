import { removedBefore } from '@darsi/contracts/rules/retention.ts'
import { type Removals, removeAll } from '@darsi/kit/mongo/retention.ts'
import type { Collections } from './parts.ts'

const batch = 200

/** The removal jobs of this service (rules/retention.ts). */
export function createRetention({ rooms, seats, pages, reports }: Collections): Removals<'classroom'> {
  return {
    'classroom-reports': (now) =>
      removeAll(reports, { at: { $lte: removedBefore('classroom-reports', now) } }),
    classrooms: async (now) => {
      const over = { lessonEndsAt: { $lte: removedBefore('classrooms', now) } }
      for (let count = 0; ; ) {
        const found = await rooms.find(over, { projection: { _id: 1 }, limit: batch }).toArray()
        if (found.length === 0) return count
        const sessionIds = found.map(({ _id }) => _id)
        // the room last: the next round finds an incomplete one by it
        const ofThem = { sessionId: { $in: sessionIds } }
        await removeAll(seats, ofThem)
        await removeAll(pages, ofThem)
        count += await removeAll(rooms, { _id: { $in: sessionIds } })
      }
    },
  }
}
