import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'

const reminderKinds = ['24h', '1h'] as const
export type ReminderKind = (typeof reminderKinds)[number]
type Reminder = { kind: ReminderKind; at: Date }

const before: Readonly<Record<ReminderKind, number>> = { '24h': 24 * hourMs, '1h': hourMs }

/** The first reminder of a lesson after that moment. A lesson that is booked late gets no reminder for the past. */
export function reminderAfter(startsAt: Date, moment: Date): Reminder | null {
  const all = reminderKinds.map((kind) => ({ kind, at: new Date(startsAt.getTime() - before[kind]) }))
  return all.find(({ at }) => at > moment) ?? null
}

/**
 * The reminder to send now, and the next one. When every process was down at the time of a reminder, it is sent late;
 * of two missed reminders only the later one is sent, and none after the lesson began.
 */
export function dueReminder(
  planned: Reminder,
  startsAt: Date,
  now: Date,
): { send: ReminderKind | null; next: Reminder | null } {
  if (now >= startsAt) return { send: null, next: null }
  const later = reminderAfter(startsAt, planned.at)
  const send = later && later.at <= now ? later.kind : planned.kind
  return { send, next: reminderAfter(startsAt, now) }
}
