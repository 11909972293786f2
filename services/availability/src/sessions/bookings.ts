import { inserted } from '@darsi/kit/mongo.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import { sleep } from '@darsi/kit/turn.ts'
import { createClaims } from './claims.ts'
import { type Claim, claimsOf, type Lesson } from './lesson.ts'
import type { SessionModels } from './models.ts'
import type { ConnectionRow, PartyStore } from './parties.ts'
import { reminderAfter } from './reminders.ts'
import { sessionEvent } from './session-event.ts'

type Move = { lessonId: string; revision: number; startsAt: Date; endsAt: Date }

/**
 * What was decided, in one write: all lessons of a series or the new hour of one. From here on it is carried out
 * to its end, by whoever comes along; `openAt` stands until it is. A `void` one can no longer be decided.
 */
export type Booking = {
  _id: string
  kind: 'book' | 'move' | 'void'
  lessons?: Lesson[]
  move?: Move
  /** Claims of the hours that a move leaves. */
  release?: Pick<Claim, '_id' | 'token'>[]
  by: string
  at: Date
  openAt?: Date
}

type Parts = {
  models: SessionModels
  outbox: Outbox
  parties: PartyStore
  now: () => Date
  /** Cancels what the connection, as it stands meanwhile, does not allow. */
  keepTo: (connection: ConnectionRow) => Promise<void>
  wait?: (ms: number) => Promise<unknown>
}
export type Bookings = ReturnType<typeof createBookings>

export function createBookings({ models, outbox, parties, now, keepTo, wait = sleep }: Parts) {
  const { lessons, bookings, claims: claimed } = models

  const rollForward = async (booking: Booking): Promise<void> => {
    if (booking.kind === 'book') await insertAll(booking)
    if (booking.kind === 'move') await move(booking)
    await claims.settle(booking._id)
    await bookings.collection.updateOne({ _id: booking._id } as never, { $unset: { openAt: 1 } } as never)
  }
  const claims = createClaims({ ...models, rollForward, now, wait })

  const insertAll = async ({ lessons: planned = [], by, at }: Booking): Promise<void> => {
    const [first] = planned
    if (!first) return
    const known = await parties.of(first.connectionId)
    const insert = async (lesson: Lesson, index: number) => {
      const told = { by, at, announces: index === 0 ? planned : [] }
      // once, whoever carries it out
      await inserted(
        outbox.insert(lessons, lesson, sessionEvent({ type: 'session.booked' }, lesson, known, told)),
      )
    }
    await Promise.all(planned.map(insert))
    // read after the writes: whoever changes it later meets the lessons
    const connection = await parties.connection(first.connectionId)
    if (connection) await keepTo(connection)
  }

  /** Nothing, when the lesson was moved or cancelled since it was read: then the hours are free again. */
  const move = async ({ _id: token, move, release = [], by, at }: Booking): Promise<void> => {
    if (!move) return
    const lesson = await lessons.findById(move.lessonId).lean<Lesson>()
    const known = lesson && (await parties.of(lesson.connectionId))
    const { startsAt, endsAt, revision, lessonId } = move
    await outbox.update(lessons, lessonId, (current) => {
      if (current.status !== 'upcoming' || current.revision !== revision) return null
      const reminder = reminderAfter(startsAt, at)
      const change = {
        startsAt,
        endsAt,
        token,
        revision: revision + 1,
        remindAt: reminder?.at ?? null,
        remindKind: reminder?.kind ?? null,
      }
      const moved = { ...current, ...change }
      const happened = { type: 'session.moved' as const, previousStartsAt: current.startsAt }
      return {
        update: { $set: change },
        event: sessionEvent(happened, moved, known, { by, at, announces: [moved] }),
      }
    })
    const after = await lessons.findById(lessonId).lean<Lesson>()
    if (after?.token !== token) return claims.release(token)
    for (const { _id, token: earlier } of release)
      await claimed.collection.deleteOne({ _id, token: earlier } as never)
  }

  /** @throws problem `slot-taken`, with every hour as free as before */
  const decide = async (wanted: readonly Claim[], booking: Omit<Booking, 'openAt'>): Promise<void> => {
    if (!(await claims.take(wanted, booking._id))) throw problem('slot-taken')
    const committed = { ...booking, openAt: now() }
    if (!(await inserted(bookings.collection.insertOne(committed as never)))) {
      // we were thought dead, and the hours may be somebody else's by now
      await claims.release(booking._id)
      throw problem('slot-taken')
    }
    await rollForward(committed)
  }

  return {
    sweep: claims.sweep,
    release: async (lessonId: string): Promise<void> => {
      await claimed.collection.deleteMany({ lessonId } as never)
    },

    /** Books all of them or none. */
    book: async (token: string, planned: Lesson[], by: string): Promise<void> => {
      const at = now()
      await decide(claimsOf(planned, token, at), { _id: token, kind: 'book', lessons: planned, by, at })
    },

    /** @throws problem `session-state` when the lesson was moved or cancelled meanwhile */
    move: async (token: string, lesson: Lesson, startsAt: Date, by: string): Promise<void> => {
      const at = now()
      const endsAt = new Date(startsAt.getTime() + lesson.durationMinutes * 60_000)
      const held = await claimed.find({ lessonId: lesson._id }).lean<Claim[]>()
      const own = new Set(claimsOf([lesson], token, at).map(({ _id }) => _id))
      const after = claimsOf([{ ...lesson, startsAt }], token, at)
      const kept = new Set(after.map(({ _id }) => _id))
      const wanted = after.filter(({ _id }) => !own.has(_id))
      const release = held
        .filter(({ _id }) => own.has(_id) && !kept.has(_id))
        .map(({ _id, token: earlier }) => ({ _id, token: earlier }))
      const { _id: lessonId, revision } = lesson
      const move = { lessonId, revision, startsAt, endsAt }
      await decide(wanted, { _id: token, kind: 'move', move, release, by, at })
      const moved = await lessons.findById(lessonId).lean<Lesson>()
      if (moved?.token !== token) throw problem('session-state')
    },
  }
}
