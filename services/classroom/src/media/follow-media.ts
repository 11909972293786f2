import type { Log } from '@darsi/kit/observability/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import { placesOf, sharedId } from '../rooms/place.ts'
import type { RoomContext, RoomStore, Rooms } from '../rooms/room-store.ts'
import { rightsOfSeat } from '../rooms/seat-rights.ts'
import type { SeatStore } from '../rooms/seat-store.ts'
import type { MediaEngine } from './engine.ts'

type MediaParts = {
  engine: MediaEngine
  rooms: Pick<RoomStore, 'contextOf' | 'settle'>
  collection: Rooms
  seats: SeatStore
  now: () => Date
}

const everyMs = 2000
/** Presence is also read by listing, so that a lost webhook costs six seconds of attendance at most. */
const listMs = 4000

export type Media = ReturnType<typeof createMedia>

/** Keeps the rooms of the media engine like the rooms here. */
export const createMedia = (parts: MediaParts) => ({
  follow: (current: RoomContext): Promise<void> => followMedia(parts, current),
  watch: (log: Pick<Log, 'warn'>): (() => Promise<void>) => startMediaWatch(parts, log),
})

/** Makes the engine's room match the room: open while live, without participants who have no right to be there. */
async function followMedia(
  { engine, collection, seats, now }: MediaParts,
  current: RoomContext,
): Promise<void> {
  if (engine.state() !== 'ready') return
  const rooms = placesOf(current).map(({ room }) => room)
  const id = sharedId(current.room)
  const live = rooms.filter(({ state }) => state === 'live')
  if (live.length === 0) {
    const open = rooms.filter(({ mediaOpen }) => mediaOpen)
    if (open.length > 0) await engine.close(id)
    for (const { _id, rev } of open) await collection.updateOne({ _id, rev }, { $set: { mediaOpen: false } })
    return
  }
  // the mark first, so that a process that is killed in between leaves no room open
  await collection.updateMany({ _id: { $in: live.map(({ _id }) => _id) } }, { $set: { mediaOpen: true } })
  await engine.open(id)
  for (const seat of await engine.list(id)) {
    if (rightsOfSeat(current, seat)?.speak) await seats.see(seat, now())
    else await engine.remove(seat)
  }
}

/** Checks each room of the engine every four to six seconds; only the process that moves the mark does so. */
function startMediaWatch(parts: MediaParts, log: Pick<Log, 'warn'>): () => Promise<void> {
  const { engine, rooms, collection, now } = parts
  const work = async (isStopping: () => boolean) => {
    while (engine.state() === 'ready' && !isStopping()) {
      const at = now()
      const room = await collection.findOneAndUpdate(
        // each branch has its own partial index
        { $or: [{ state: 'live' }, { mediaOpen: true }], mediaAt: { $not: { $gt: at } } },
        { $set: { mediaAt: new Date(at.getTime() + listMs) } },
        { projection: { _id: 1 } },
      )
      if (!room) return
      await rooms.settle(room._id)
      await followMedia(parts, await rooms.contextOf(room._id))
    }
  }
  return repeat({ everyMs, work, log, failed: 'media engine not followed' })
}
