import type { ClassroomRights } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { isOverFor, sharedId, versionOf } from '../rooms/place.ts'
import type { RoomContext } from '../rooms/room-store.ts'
import type { SeatOfTab } from '../rooms/seat.ts'
import { rightsOfSeat } from '../rooms/seat-rights.ts'

/** A socket of this process: board, or signalling of the media engine. */
type OpenSocket = SeatOfTab & {
  kind: 'board' | 'media'
  close: (reason: 'removed' | 'ended' | 'stopping') => void
  /** Applies the current rights and sends the room's version to the tab. */
  follow: (rights: ClassroomRights, rev: number) => void
}

export type SocketRegistry = ReturnType<typeof createSocketRegistry>

/** The open sockets of this process, by room. */
export function createSocketRegistry() {
  const rooms = new Map<string, Set<OpenSocket>>()

  return {
    add: (socket: OpenSocket): (() => void) => {
      const sockets = rooms.get(socket.sessionId) ?? new Set()
      rooms.set(socket.sessionId, sockets.add(socket))
      return () => {
        sockets.delete(socket)
        if (sockets.size === 0) rooms.delete(socket.sessionId)
      }
    },
    sessionIds: (): string[] => [...rooms.keys()],
    of: (sessionId: string): OpenSocket[] => [...(rooms.get(sessionId) ?? [])],
    count: (): number => [...rooms.values()].reduce((sum, { size }) => sum + size, 0),

    /** Closes sockets without a right and notifies the others of the change. */
    follow: (current: RoomContext): void => {
      for (const socket of rooms.get(sharedId(current.room)) ?? []) {
        const rights = rightsOfSeat(current, socket)
        if (rights) socket.follow(rights, versionOf(current))
        if (!rights || (socket.kind === 'media' && !rights.speak)) socket.close('removed')
        else if (isOverFor(current, socket.userId)) socket.close('ended')
      }
    },
    /** The lesson was removed. */
    closeRoom: (sessionId: string): void => {
      for (const socket of rooms.get(sessionId) ?? []) socket.close('ended')
    },
    closeAll: (): void => {
      for (const sockets of rooms.values()) for (const socket of sockets) socket.close('stopping')
    },
  }
}
