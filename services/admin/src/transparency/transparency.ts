import {
  type PublicPromise,
  publicPromises,
  type Transparency,
} from '@darsi/contracts/calls/admin/transparency-api.ts'
import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { fewestSamples } from '@darsi/contracts/rules/fewest.ts'
import { masked } from '../statistics/statistics.ts'

/** Something with a deadline: its start, and when it was done. */
export type Case = { from: Date; done: Date | null }
export type Facts = {
  requests: readonly { asked: Date; decided: Date | null; status: string }[]
  cases: Readonly<Record<PublicPromise, readonly Case[]>>
  refusedTeachers: number
  teachers: Transparency['teachers']
}

export const periodDays = 90

/** The public figures: nothing below five cases, except zero. */
export function transparencyOf(
  { requests, cases, refusedTeachers, teachers }: Facts,
  at: Date,
): Transparency {
  const having = (...statuses: string[]) => requests.filter(({ status }) => statuses.includes(status))
  const answered = requests.flatMap(({ asked, decided, status }) =>
    decided && status !== 'expired' && status !== 'cancelled' ? [hoursBetween(asked, decided)] : [],
  )
  // `as`: Object.keys loses the key type
  const names = Object.keys(publicPromises) as PublicPromise[]
  return {
    at: at.toISOString(),
    days: periodDays,
    requests: {
      asked: masked(requests.length),
      accepted: masked(having('approved', 'suspended', 'ended').length),
      declined: masked(having('declined').length),
      expired: masked(having('expired').length),
      medianAnswerHours: median(answered),
    },
    promises: names.map((promise) => measured(promise, cases[promise], at)),
    refusedTeachers: masked(refusedTeachers),
    teachers,
  }
}

/** A case counts once it is done or overdue; an open one within its deadline counts as neither kept nor missed. */
function measured(
  promise: PublicPromise,
  cases: readonly Case[],
  at: Date,
): Transparency['promises'][number] {
  const { hours } = publicPromises[promise]
  const judged = cases.filter(({ from, done }) => done !== null || hoursBetween(from, at) > hours)
  const missed = judged.filter(({ from, done }) => hoursBetween(from, done ?? at) > hours).length
  return {
    promise,
    hours,
    cases: masked(judged.length),
    missed: masked(missed),
    isKept: missed === 0,
    medianHours: median(judged.flatMap(({ from, done }) => (done ? [hoursBetween(from, done)] : []))),
  }
}

/** Rounded to a tenth; null below five. */
export function median(values: readonly number[]): number | null {
  if (values.length < fewestSamples) return null
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return Math.round((low + high) * 5) / 10
}

const hoursBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / hourMs
