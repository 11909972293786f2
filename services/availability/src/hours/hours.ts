import { hourMs, tunisClock } from '@darsi/contracts/reference/tunis-time.ts'

type Timed = { startsAt: Date; durationMinutes: number }

/** The full hours that a lesson takes: 90 minutes from 9 take 9 and 10. */
export function hoursTaken(hour: number, durationMinutes: number): number[] {
  return Array.from({ length: Math.ceil(durationMinutes / 60) }, (_, index) => hour + index)
}

/** The start of each full hour that a lesson takes. */
export function hoursOf({ startsAt, durationMinutes }: Timed): Date[] {
  return hoursTaken(0, durationMinutes).map((later) => new Date(startsAt.getTime() + later * hourMs))
}

/** True while the lesson or group takes that hour. */
export function takesHour({ status, ...lesson }: Timed & { status: string }, hourAt: Date): boolean {
  return status !== 'cancelled' && hoursOf(lesson).some((hour) => hour.getTime() === hourAt.getTime())
}

export function endOf(startsAt: Date, durationMinutes: number): Date {
  return new Date(startsAt.getTime() + durationMinutes * 60_000)
}

/** `date` and `hour` as a clock in Tunis shows them. */
export function whenOf({ startsAt }: Pick<Timed, 'startsAt'>): { date: string; hour: number } {
  const { date, hour } = tunisClock(startsAt)
  return { date, hour }
}
