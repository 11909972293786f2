import * as z from 'zod'
import { instant } from '../../rules/schemas.ts'
import { endpoints, ok } from '../endpoint.ts'

/** Null: between one and four, which could identify a few people. */
const cell = z.number().int().min(0).nullable()
/** Hours; null below five cases. */
const median = z.number().min(0).nullable()

/** spec §9: what the public pages promise, with its time in hours. */
export const publicPromises = {
  'contact-answer': { hours: 2 },
  'contact-settled': { hours: 14 * 24 },
  'safety-answer': { hours: 2 },
  'safety-investigation': { hours: 24 },
} as const
export type PublicPromise = keyof typeof publicPromises
// `as`: Object.keys loses the key type
const promiseNames = Object.keys(publicPromises) as [PublicPromise, ...PublicPromise[]]

const transparencySchema = z.object({
  /** Time of the nightly computation. */
  at: instant,
  /** The period of the figures. */
  days: z.number().int(),
  requests: z.object({
    asked: cell,
    accepted: cell,
    declined: cell,
    expired: cell,
    medianAnswerHours: median,
  }),
  promises: z.array(
    z.object({
      promise: z.enum(promiseNames),
      hours: z.number(),
      cases: cell,
      missed: cell,
      isKept: z.boolean(),
      medianHours: median,
    }),
  ),
  refusedTeachers: cell,
  teachers: z.array(z.object({ governorateId: z.number().int(), teachers: cell })),
})
export type Transparency = z.output<typeof transparencySchema>

export const transparencyApi = endpoints({
  'GET /statistics/transparency': {
    summary:
      'Requests, answers and complaints of the last 90 days against the promises of the public pages, computed nightly; null before the first night.',
    access: 'public',
    answer: ok(transparencySchema.nullable()),
    problems: [],
  },
})
