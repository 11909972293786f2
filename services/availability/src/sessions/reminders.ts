import { hourMs } from '@darsi/contracts/tunis-time.ts'

export const reminderKinds = ['24h', '1h'] as const
export type ReminderKind = (typeof reminderKinds)[number]
export type Reminder = { kind: ReminderKind; at: Date }

const before: Readonly<Record<ReminderKind, number>> = { '24h': 24 * hourMs, '1h': hourMs }

/** The first reminder of a lesson that lies after that moment; what is booked late is not reminded of the past. */
export function reminderAfter(startsAt: Date, moment: Date): Reminder | null {
  const all = reminderKinds.map((kind) => ({ kind, at: new Date(startsAt.getTime() - before[kind]) }))
  return all.find(({ at }) => at > moment) ?? null
}

/**
 * What a clock that comes by does with a reminder whose time has come. Somebody who was not woken in time, because
 * every process was down, is still told of the lesson, but of two that were missed only of the later one.
 */
export function remind(
  waiting: Reminder,
  startsAt: Date,
  now: Date,
): { send: ReminderKind | null; next: Reminder | null } {
  const next = reminderAfter(startsAt, now)
  if (now >= startsAt) return { send: null, next: null }
  const later = reminderAfter(startsAt, waiting.at)
  return { send: later && later.at <= now ? later.kind : waiting.kind, next }
}
