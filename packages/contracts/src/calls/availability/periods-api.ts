import * as z from 'zod'
import { inEachLanguage } from '../../reference/languages.ts'
import { admins } from '../../reference/roles.ts'
import { day, id, line } from '../../rules/schemas.ts'
import { done, endpoints, ok } from '../endpoint.ts'

const periodKinds = ['holiday', 'ramadan'] as const
const hour = z.number().int().min(8).max(20)
const name = line(80, 'everyone')
const fields = {
  kind: z.enum(periodKinds),
  names: z.strictObject(inEachLanguage(() => name)),
  /** Both dates are included; they count in Tunisia. */
  from: day,
  to: day,
  /** Null: no lessons on these days. Else lessons take place between these hours only. */
  hours: z.strictObject({ from: hour, to: hour }).nullable(),
}

export const periodSchema = z.object({ id, ...fields })
export type Period = z.output<typeof periodSchema>
export type PeriodFields = Omit<Period, 'id'>

const body = z.strictObject(fields)
const problems = ['period-name-required', 'period-dates', 'period-hours'] as const

export const periodsApi = endpoints({
  'GET /availability/periods': {
    summary:
      'Holidays and special hours that begin or end between two dates; by default from today on, for 400 days.',
    access: 'signed-in',
    live: ['hours'],
    query: z.strictObject({ from: day.optional(), to: day.optional() }),
    answer: ok(z.array(periodSchema)),
    problems: [],
  },
  'POST /availability/periods': {
    summary:
      'Adds a holiday or special hours. Booked lessons stay; free hours outside are no longer offered, unless a teacher saves that week’s own hours afterwards.',
    access: admins,
    audited: 'nothing-personal',
    body,
    answer: ok(periodSchema),
    status: 201,
    problems,
  },
  'PUT /availability/periods/:id': {
    summary: 'Changes a holiday or special hours.',
    access: admins,
    audited: 'nothing-personal',
    body,
    answer: ok(periodSchema),
    problems: ['not-found', ...problems],
  },
  'DELETE /availability/periods/:id': {
    summary: 'Removes a holiday or special hours.',
    access: admins,
    audited: 'nothing-personal',
    answer: done,
    problems: ['not-found'],
  },
})
