import type { Log } from '@darsi/kit/observability/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import type { RoomStore } from './room-store.ts'

const everyMs = 1000

/** The timers are fields of the rooms, so no restart loses one. Safe on several replicas. */
export function startRoomClock(
  { rooms, now }: { rooms: Pick<RoomStore, 'due' | 'settle'>; now: () => Date },
  log: Pick<Log, 'warn'>,
): () => Promise<void> {
  const work = async (isStopping: () => boolean) => {
    for (const sessionId of await rooms.due(now())) {
      if (isStopping()) return
      await rooms.settle(sessionId)
    }
  }
  return repeat({ everyMs, work, log, failed: 'room clock failed' })
}
