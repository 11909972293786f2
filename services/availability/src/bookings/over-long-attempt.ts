import { tunisDay } from '@darsi/contracts/reference/tunis-time.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { type Collection, collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { Connection as Database } from 'mongoose'
import type { ConnectionRow } from '../parties/party.ts'
import { bookingSeconds } from './booking-store.ts'

/** Carries only its event. */
export type AttemptDocument = { _id: string; at: Date } & Outboxed

export const attemptCollection = (database: Database): Collection<AttemptDocument> =>
  collection<AttemptDocument>(database, 'attempts', [
    { key: { at: 1 }, expireAfterSeconds: bookingSeconds },
    outboxIndex,
  ])

type Attempt = { by: string; durationMinutes: number; maxMinutes: number; at: Date }

/** docs/children.md: an over-long booking attempt with a minor raises an alert, at most one a day per connection. */
export async function reportAttempt(
  { attempts, outbox }: { attempts: Collection<AttemptDocument>; outbox: Outbox },
  { _id: connectionId, teacherId, studentId, childId, guardianIds }: ConnectionRow,
  { by, durationMinutes, maxMinutes, at }: Attempt,
): Promise<void> {
  const _id = `${connectionId}.${tunisDay(at)}`
  const data = {
    ...{ attemptId: _id, connectionId, teacherId, guardianIds, by, maxMinutes, durationMinutes },
    ...(studentId && { studentId }),
    ...(childId && { childId }),
    at: at.toISOString(),
  }
  await inserted(outbox.insert(attempts, { _id, at }, { type: 'session.over-long-attempted', data }))
}
