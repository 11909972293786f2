import type { EndCause } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { project } from '@darsi/kit/events/projection.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Collection, collection, type Filter, type Update } from '@darsi/kit/mongo/collection.ts'
import type { Connection as Database } from 'mongoose'
import type { Party } from '../parties/party.ts'
import type { PartyStore } from '../parties/party-store.ts'
import { advance, closesAt, heldUntil, type Moved, newRoom, type Room, refuseEnded } from './room.ts'
import { roomEvent } from './room-event.ts'
import { firstGoneAt, presentIn, type Seat } from './seat.ts'
import type { SeatStore } from './seat-store.ts'

type RoomDocument = Room & Outboxed
export type Rooms = Collection<RoomDocument>

export const roomCollection = (database: Database): Rooms =>
  collection<RoomDocument>(database, 'rooms', [
    { key: { connectionId: 1, startsAt: 1 } },
    { key: { dueAt: 1 } },
    { key: { lessonEndsAt: 1 } },
    outboxIndex,
  ])

/** A room with all data that its rules need. */
export type RoomContext = { room: RoomDocument; party: Party; seats: Seat[]; present: Set<string>; at: Date }
export type LessonEvent = DarsiEvent<
  | 'session.booked'
  | 'session.proposed'
  | 'session.moved'
  | 'session.cancelled'
  | 'session.held'
  | 'session.resumed'
  | 'session.completed'
  | 'session.no-show'
>

type Parts = {
  rooms: Rooms
  seats: SeatStore
  parties: PartyStore
  outbox: Outbox
  now: () => Date
  /** Called after each change, so that sockets and the media engine follow. */
  changed: (sessionId: string) => Promise<void>
}
export type RoomStore = ReturnType<typeof createRoomStore>

export function createRoomStore(parts: Parts) {
  const { rooms, changed } = parts
  const contextOf = contextWith(parts)
  const settle = settleWith(parts)

  return {
    contextOf,
    settle,

    /** @throws problem of the rule that refuses */
    update: async (sessionId: string, decide: (context: RoomContext) => Moved): Promise<void> => {
      await settle(sessionId)
      const { party, seats, present, at } = await contextOf(sessionId)
      await parts.outbox.update(rooms, sessionId, (room) => {
        const moved = decide({ room, party, seats, present, at })
        return writeOf(room, moved, { roster: party.roster, seats, at })
      })
      await settle(sessionId)
      await changed(sessionId)
    },

    /** Changes without an event: hands, rights, pages. @throws problem once the room has ended */
    change: async (
      sessionId: string,
      filter: Filter<Room>,
      update: Pick<Update<Room>, '$set' | '$push' | '$pull' | '$addToSet'>,
    ): Promise<boolean> => {
      const { matchedCount } = await rooms.updateOne(
        { _id: sessionId, state: { $ne: 'ended' }, ...filter },
        { ...update, $inc: { rev: 1 } },
      )
      if (matchedCount > 0) await changed(sessionId)
      else refuseEnded((await contextOf(sessionId)).room)
      return matchedCount > 0
    },

    /** Applies an event of the lesson. The room's document is created with the booking. */
    applyLesson: async (event: LessonEvent): Promise<void> => {
      const { sessionId, connectionId, teacherId, subject, status, type } = event.data
      const facts = {
        ...{ connectionId, teacherId, subject, status, type },
        startsAt: new Date(event.data.startsAt),
        lessonEndsAt: new Date(event.data.endsAt),
        ...(event.type === 'session.cancelled' && { cancelCause: causeOf(event.data.cause) }),
        ...onHoldAfter(event.type),
      }
      const initial = { ...newRoom, onHold: false }
      const $setOnInsert = Object.fromEntries(Object.entries(initial).filter(([field]) => !(field in facts)))
      await project(rooms, sessionId, event, { $set: facts, $setOnInsert })
      await settle(sessionId)
    },

    /** The connection or one of its accounts changed. */
    settleConnection: async (connectionId: string): Promise<void> => {
      const open = { connectionId, state: { $ne: 'ended' as const }, openedAt: { $type: 'date' as const } }
      for (const { _id } of await rooms.find(open, { projection: { _id: 1 } }).toArray()) await settle(_id)
    },

    due: async (at: Date): Promise<string[]> =>
      (await rooms.find({ dueAt: { $lte: at } }, { projection: { _id: 1 }, limit: 200 }).toArray()).map(
        ({ _id }) => _id,
      ),
  }
}

/** @throws problem `not-found` while lesson or connection is unknown */
const contextWith =
  ({ rooms, seats, parties, now }: Parts) =>
  async (sessionId: string): Promise<RoomContext> => {
    const room = await rooms.findOne({ _id: sessionId })
    const party = room && (await parties.of(room.connectionId))
    if (!room || !party) throw problem('not-found')
    const all = await seats.of(sessionId)
    const at = now()
    return { room, party, seats: all, present: presentIn(all, at), at }
  }

/** Applies every step that is due, one event each, and sets the timer for the next one. */
const settleWith =
  (parts: Parts) =>
  async (sessionId: string): Promise<void> => {
    const { rooms, outbox, now } = parts
    let steps = 0
    for (;;) {
      const room = await rooms.findOne({ _id: sessionId })
      if (!room) return
      const [party, seats] = await Promise.all([
        parts.parties.of(room.connectionId),
        parts.seats.of(sessionId),
      ])
      const [at, roster] = [now(), party?.roster ?? null]
      const moved = await outbox.update(rooms, sessionId, (current) => {
        const step = advance(current, roster, presentIn(seats, at), at)
        return step && writeOf(current, step, { roster, seats, at })
      })
      if (!moved) {
        await rooms.updateOne(
          { _id: sessionId, v: room.v ?? null },
          { $set: { dueAt: dueAt(room, seats, at) } },
        )
        break
      }
      steps++
    }
    if (steps > 0) await parts.changed(sessionId)
  }

type About = Parameters<typeof roomEvent>[2]

function writeOf(room: Room, moved: Moved, about: About) {
  return {
    update: { $set: moved.changes, $inc: { rev: 1 } },
    event: roomEvent({ ...room, ...moved.changes }, moved, about),
  }
}

/** The stored timer. A room that nobody entered needs none. */
function dueAt(room: Room, seats: readonly Seat[], at: Date): Date | null {
  if (room.state === 'ended' || !room.openedAt) return null
  const times = [closesAt(room), heldUntil(room), firstGoneAt(seats, at)]
  return times.reduce<Date | null>((first, time) => (time && (!first || time < first) ? time : first), null)
}

function onHoldAfter(type: LessonEvent['type']): { onHold?: boolean } {
  if (type === 'session.held') return { onHold: true }
  return type === 'session.resumed' ? { onHold: false } : {}
}

function causeOf(cause: DarsiEvent<'session.cancelled'>['data']['cause']): EndCause {
  switch (cause) {
    case 'party':
    case 'not-confirmed':
    case 'group-cancelled':
    case 'group-too-small':
      return 'session-cancelled'
    default:
      return cause
  }
}
