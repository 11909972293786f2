import { createEndedReader } from '@darsi/kit/identity/revocations.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import type { Redis } from 'ioredis'
import type { RoomStore } from '../rooms/room-store.ts'
import type { SeatStore } from '../rooms/seat-store.ts'

type Parts = {
  seats: SeatStore
  rooms: Pick<RoomStore, 'settle'>
  /** Called after each change of a room. */
  changed: (sessionId: string) => Promise<void>
}

/** Closes the seats of a room whose session was ended since they were entered. Checked every five seconds. */
export function createSeatEnding(redis: Redis, { seats, rooms, changed }: Parts, log: Pick<Log, 'warn'>) {
  const read = createEndedReader(redis)
  const end = async (roomId: string): Promise<void> => {
    const open = (await seats.of(roomId)).filter(({ closed }) => !closed)
    const ended = await read(open, ({ authSessionId: sessionId, userId, enteredAt }) => ({
      sessionId,
      userId,
      openedAt: enteredAt.getTime(),
    }))
    if (ended.length === 0) return
    for (const seat of ended) await seats.closeEnded(seat)
    await rooms.settle(roomId)
    await changed(roomId)
  }
  return (roomId: string): Promise<void> =>
    end(roomId).catch((error: unknown) => log.warn({ err: error }, 'seats of ended sessions not closed'))
}
