import { removedBefore } from '@darsi/contracts/rules/retention.ts'
import { type Removals, removeAll } from '@darsi/kit/mongo/retention.ts'
import { pictureFolder } from './board/picture-store.ts'
import type { Parts } from './parts.ts'
import { sharedId } from './rooms/place.ts'

const batch = 200

/** The removal jobs of this service (rules/retention.ts). */
export function createRetention(parts: Parts): Removals<'classroom'> {
  const { collections, pictures, reports, files } = parts
  const { rooms, seats, pages, writers, texts } = collections
  return {
    'classroom-reports': (now) => reports.removeBefore(removedBefore('classroom-reports', now)),
    'orphan-pictures': (now) => {
      const isNamed = async (key: string) => (await pictures.isNamed(key)) || (await reports.isNamed(key))
      return files.removeOrphans(pictureFolder, { isNamed, now })
    },
    classrooms: async (now) => {
      const over = { lessonEndsAt: { $lte: removedBefore('classrooms', now) } }
      for (let count = 0; ; ) {
        const found = await rooms.find(over, { projection: { _id: 1, groupId: 1 }, limit: batch }).toArray()
        if (found.length === 0) return count
        const sessionIds = found.map(({ _id }) => _id)
        // the room last: the next round finds an incomplete one by it
        // the seats of a group end at the same time, so nobody loses a board early
        const roomIds = [...new Set(found.map(sharedId))]
        const ofThem = { sessionId: { $in: roomIds } }
        await removeAll(seats, ofThem)
        await removeAll(pages, ofThem)
        await removeAll(writers, ofThem)
        await removeAll(texts, ofThem)
        await pictures.erase(roomIds)
        count += await removeAll(rooms, { _id: { $in: sessionIds } })
      }
    },
  }
}
