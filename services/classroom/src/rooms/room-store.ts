import type { EndCause } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { project } from '@darsi/kit/events/projection.ts'
import { Problem, problem } from '@darsi/kit/http/problem.ts'
import { type Collection, collection, type Filter, type Update } from '@darsi/kit/mongo/collection.ts'
import type { Connection as Database } from 'mongoose'
import type { PartyStore } from '../parties/party-store.ts'
import { partOf, type Roster } from '../parties/roster.ts'
import { type Place, placesFor, sharedId } from './place.ts'
import { advance, closesAt, type Moved, newRoom, type Room } from './room.ts'
import { roomEvent } from './room-event.ts'
import { firstGoneAt, presentIn, type Seat } from './seat.ts'
import type { SeatStore } from './seat-store.ts'

type RoomDocument = Room & Outboxed
export type Rooms = Collection<RoomDocument>

export const roomCollection = (database: Database): Rooms =>
  collection<RoomDocument>(database, 'rooms', [
    { key: { connectionId: 1, startsAt: 1 } },
    { key: { groupId: 1 }, sparse: true },
    { key: { dueAt: 1 } },
    { key: { lessonEndsAt: 1 } },
    { key: { state: 1 }, partialFilterExpression: { state: 'live' } },
    { key: { mediaOpen: 1 }, partialFilterExpression: { mediaOpen: true } },
    outboxIndex,
  ])

/**
 * A room with all data that its rules need. `beside`: the other seats of a group hour, empty for other lessons; tabs
 * and presence are those of the whole group.
 */
export type RoomContext = Place & { beside: Place[]; seats: Seat[]; present: Set<string>; at: Date }
export const lessonEventTypes = [
  ...(['session.booked', 'session.proposed', 'session.moved', 'session.cancelled'] as const),
  ...(['session.held', 'session.resumed', 'session.completed', 'session.no-show'] as const),
] as const
type LessonEvent = DarsiEvent<(typeof lessonEventTypes)[number]>

type Parts = {
  rooms: Rooms
  seats: SeatStore
  parties: PartyStore
  outbox: Outbox
  now: () => Date
  /** Called after each change, so that sockets and the media engine follow. */
  changed: (sessionId: string) => Promise<void>
}
type Deciding = { room: Room; roster: Roster; present: ReadonlySet<string>; at: Date }
export type RoomStore = ReturnType<typeof createRoomStore>

export function createRoomStore(parts: Parts) {
  const { rooms, changed } = parts
  const contextOf = contextWith(parts)
  const settle = settleWith(parts)

  return {
    contextOf,
    /** @throws problem `not-found` for a person who is no party */
    contextFor: async (sessionId: string, userId: string): Promise<RoomContext> => {
      const current = await contextOf(sessionId)
      if (!partOf(current.party.roster, userId)) throw problem('not-found')
      return current
    },
    settle,
    of: roomsWith(rooms),
    ...keptBoards(rooms),

    /**
     * Applies a rule to each seat of this person: the teacher of a group leads all of them.
     * @throws problem of the rule when it refuses all
     */
    update: async (sessionId: string, by: string, decide: (place: Deciding) => Moved): Promise<void> => {
      await settle(sessionId)
      const all = await contextOf(sessionId)
      const { seats, present, at } = all
      let refusal: Problem | null = null
      let moved = false
      for (const { room, party } of placesFor(all, by)) {
        const { roster } = party
        try {
          await parts.outbox.update(rooms, room._id, (current) =>
            writeOf(current, decide({ room: current, roster, present, at }), { roster, seats, at }),
          )
          moved = true
        } catch (error) {
          if (!(error instanceof Problem)) throw error
          refusal ??= error
        }
      }
      if (refusal && !moved) throw refusal
      await settle(sessionId)
      await changed(sharedId(all.room))
    },

    /** Changes without an event: hands, rights, pages. @throws problem once all these rooms have ended */
    change: async (
      places: readonly Place[],
      filter: Filter<Room>,
      update: Pick<Update<Room>, '$set' | '$push' | '$pull' | '$addToSet'>,
    ): Promise<void> => {
      const ofThem = { _id: { $in: places.map(({ room }) => room._id) }, state: { $ne: 'ended' as const } }
      const { matchedCount } = await rooms.updateMany(
        { ...ofThem, ...filter },
        { ...update, $inc: { rev: 1 } },
      )
      const [first] = places
      if (matchedCount > 0 && first) await changed(sharedId(first.room))
      else if ((await rooms.countDocuments(ofThem)) === 0) throw problem('classroom-ended')
    },

    /** Applies an event of the lesson. The room's document is created with the booking. */
    applyLesson: async (event: LessonEvent): Promise<void> => {
      const { sessionId, group } = event.data
      const facts = factsOf(event)
      const initial = { ...newRoom, onHold: false }
      const $setOnInsert = Object.fromEntries(Object.entries(initial).filter(([field]) => !(field in facts)))
      await project(rooms, sessionId, event, { $set: facts, $setOnInsert })
      await settle(sessionId)
      // a room without a step may have open tabs: a group's other seats, or a tab whose presence is not noted yet
      const shared = group?.inClassroom ? group.groupId : sessionId
      if ((await parts.seats.of(shared)).length > 0) await changed(shared)
    },

    /** The connection or one of its accounts changed. */
    settleConnection: async (connectionId: string): Promise<void> => {
      const open = { connectionId, state: { $ne: 'ended' as const }, openedAt: { $type: 'date' as const } }
      const projection = { _id: 1, groupId: 1 }
      for (const room of await rooms.find(open, { projection }).toArray()) {
        await settle(room._id)
        // a removed guardian's tab closes also if the room has no step
        await changed(sharedId(room))
      }
    },

    due: async (at: Date): Promise<string[]> =>
      (await rooms.find({ dueAt: { $lte: at } }, { projection: { _id: 1 }, limit: 200 }).toArray()).map(
        ({ _id }) => _id,
      ),
  }
}

/** Ids: of lessons, or what groups share. */
const keptBoards = (rooms: Rooms) => ({
  /** False once the board was erased, or the lesson removed. */
  keepsBoard: async (id: string): Promise<boolean> => {
    const kept = { $or: [{ _id: id }, { groupId: id }], boardErased: { $ne: true } }
    return (await rooms.countDocuments(kept, { limit: 1 })) > 0
  },
  eraseBoards: async (ids: readonly string[]): Promise<void> => {
    const whose = { $or: [{ _id: { $in: [...ids] } }, { groupId: { $in: [...ids] } }] }
    await rooms.updateMany(whose, { $set: { boardErased: true } })
  },
})

/** The lesson first, then the other seats of its group hour. @param id of a lesson, or what a group shares */
const roomsWith =
  (rooms: Rooms) =>
  async (id: string): Promise<RoomDocument[]> => {
    const room = await rooms.findOne({ _id: id })
    if (room && !room.groupId) return [room]
    const groupId = room?.groupId ?? id
    const others = await rooms.find({ groupId, _id: { $ne: id } }, { sort: { _id: 1 } }).toArray()
    return room ? [room, ...others] : others
  }

/** @throws problem `not-found` while lesson or connection is unknown */
const contextWith =
  ({ rooms, seats, parties, now }: Parts) =>
  async (id: string): Promise<RoomContext> => {
    const places: Place[] = []
    const found = await roomsWith(rooms)(id)
    for (const room of found) {
      const party = await parties.of(room.connectionId)
      if (party) places.push({ room, party })
      else if (room._id === id) throw problem('not-found')
    }
    const [first, ...beside] = places
    if (!first) throw problem('not-found')
    const all = await seats.of(sharedId(first.room))
    const at = now()
    return { ...first, beside, seats: all, present: presentIn(all, at), at }
  }

/** Applies every step that is due, in all rooms of a group. */
const settleWith =
  (parts: Parts) =>
  async (id: string): Promise<void> => {
    const found = await roomsWith(parts.rooms)(id)
    let steps = 0
    for (const { _id } of found) steps += await settleRoom(parts, _id)
    const [first] = found
    if (steps > 0 && first) await parts.changed(sharedId(first))
  }

/** One event for each step; sets the timer for the next one. @returns the number of steps */
async function settleRoom(parts: Parts, sessionId: string): Promise<number> {
  const { rooms, outbox, now } = parts
  for (let steps = 0; ; steps++) {
    const room = await rooms.findOne({ _id: sessionId })
    if (!room) return steps
    const [party, seats] = await Promise.all([
      parts.parties.of(room.connectionId),
      parts.seats.of(sharedId(room)),
    ])
    const [at, roster] = [now(), party?.roster ?? null]
    const moved = await outbox.update(rooms, sessionId, (current) => {
      const step = advance(current, roster, presentIn(seats, at), at)
      return step && writeOf(current, step, { roster, seats, at })
    })
    if (moved) continue
    await rooms.updateOne({ _id: sessionId, v: room.v ?? null }, { $set: { dueAt: dueAt(room, seats, at) } })
    return steps
  }
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
  const times = [closesAt(room), firstGoneAt(seats, at)]
  return times.reduce<Date | null>((first, time) => (time && (!first || time < first) ? time : first), null)
}

function factsOf(event: LessonEvent) {
  const { connectionId, teacherId, subject, status, type, group } = event.data
  return {
    ...{ connectionId, teacherId, subject, status, type },
    ...(group && { audience: group.audience }),
    ...(group?.inClassroom && { groupId: group.groupId }),
    startsAt: new Date(event.data.startsAt),
    lessonEndsAt: new Date(event.data.endsAt),
    ...(event.type === 'session.cancelled' && { cancelCause: causeOf(event.data.cause) }),
    ...onHoldAfter(event.type),
  }
}

function onHoldAfter(type: LessonEvent['type']): { onHold?: boolean } {
  if (type === 'session.held') return { onHold: true }
  return type === 'session.resumed' ? { onHold: false } : {}
}

function causeOf(cause: DarsiEvent<'session.cancelled'>['data']['cause']): EndCause {
  switch (cause) {
    case 'party':
    case 'not-confirmed':
    case 'age-rule':
    case 'group-cancelled':
    case 'group-too-small':
    case 'group-level':
    case 'not-held':
      return 'session-cancelled'
    default:
      return cause
  }
}
