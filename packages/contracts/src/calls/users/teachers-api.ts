import * as z from 'zod'
import { keysOf } from '../../reference/choices.ts'
import { bacSectionKeys } from '../../reference/curriculum.ts'
import { teachingLanguages } from '../../reference/languages.ts'
import { educationLevels, experienceLevels, sessionTypes } from '../../reference/levels.ts'
import { teacherSubjects } from '../../reference/subjects.ts'
import { proofKinds } from '../../rules/proofs.ts'
import { id, instant, line, pageQuery } from '../../rules/schemas.ts'
import { done, endpoints, ok, page } from '../endpoint.ts'

const count = z.number().int().min(0)
const subject = z.enum(teacherSubjects)
const level = z.enum(keysOf(educationLevels))
const section = z.enum(bacSectionKeys)
const sessionType = z.enum(keysOf(sessionTypes))

/** Why a teacher is ranked here; `value` counts kilometres, hours, stars or others, by kind. */
export const matchReasonSchema = z.object({
  kind: z.enum([
    'subject',
    'level',
    'shared-hours',
    'distance',
    'answer-time',
    'rating',
    'new',
    // without points: these decide before the score does
    'online',
    'out-of-reach',
    'full',
  ]),
  value: z.number().nullable(),
  /** Its share of the score, so that the ranking can be checked. */
  points: z.number(),
})

export const teacherCardSchema = z.object({
  id,
  name: z.string(),
  /** Names the photo (`GET /photos/:photo`); null without one. */
  photo: z.string().nullable(),
  governorateId: z.number().int().nullable(),
  delegationId: z.number().int().nullable(),
  subjects: z.array(subject),
  otherLanguage: z.string(),
  otherSubjects: z.string(),
  levels: z.array(level),
  /** Of the baccalaureate; empty for all of them. */
  sections: z.array(section),
  languages: z.array(z.enum(teachingLanguages)),
  sessionTypes: z.array(sessionType),
  /** TND per hour; the platform takes nothing. */
  hourlyRate: z.number().nullable(),
  experienceLevel: z.enum(keysOf(experienceLevels)).nullable(),
  bio: z.string(),
  /** What was checked, and when: the confirmed address and the accepted proofs. */
  checks: z.array(z.object({ kind: z.enum(['address', ...proofKinds]), at: instant })),
  /** Null below three reviews (product.md §1). */
  rating: z.number().nullable(),
  reviewCount: count,
  /** Median hours until a request is answered; null below five answers. */
  answerHours: z.number().nullable(),
  /** Offered hours of the weekly template. */
  offeredHours: count,
  /** Days (1 Monday … 6 Saturday) with an offered hour. */
  freeDays: z.array(z.number().int()),
  /** Learners with whom the teacher has or had an approved connection. */
  totalStudents: count,
  /** Was on the site within the last ten minutes; false for teachers who switched it off. */
  isOnline: z.boolean(),
  isNew: z.boolean(),
  /** The teacher's travel radius for a lesson; null when not given. */
  radiusKm: z.number().int().nullable(),
  /** Teaches online, or near enough to the caller; true where the caller's place is unknown. */
  reachable: z.boolean(),
  /** No free place: a request goes to the waiting list. */
  full: z.boolean(),
  favourite: z.boolean(),
  /** From the caller's delegation, rounded to 1 km; null when either is unknown. */
  distanceKm: z.number().int().nullable(),
  /** Weekly hours that both have free; null when the caller has no grid. */
  sharedHours: z.number().int().nullable(),
  score: z.number(),
  reasons: z.array(matchReasonSchema),
})
export type TeacherCard = z.output<typeof teacherCardSchema>

const teacherFiltersSchema = z.strictObject({
  subject: subject.optional(),
  level: level.optional(),
  section: section.optional(),
  governorate: z.coerce.number().int().min(1).max(24).optional(),
  delegation: z.coerce.number().int().min(1).max(99).optional(),
  /** Kilometres around the caller's own place, or around `governorate`/`delegation` when given. */
  radius: z.coerce.number().int().min(1).max(500).optional(),
  /** `or-online`: also teachers who teach online, at any distance. `anywhere`: also teachers out of reach. */
  reach: z.enum(['or-online', 'anywhere']).optional(),
  /** 1 Monday … 6 Saturday */
  day: z.coerce.number().int().min(1).max(6).optional(),
  hour: z.coerce.number().int().min(8).max(19).optional(),
  sessionType: sessionType.optional(),
  maxRate: z.coerce.number().min(0).max(1000).optional(),
  language: z.enum(teachingLanguages).optional(),
  name: line(64, 'nobody').optional(),
})
export type TeacherFilters = z.output<typeof teacherFiltersSchema>

/** What visitors see of a teacher with a public page: no id, no contact data. */
const publicTeacherSchema = teacherCardSchema
  .pick({
    name: true,
    governorateId: true,
    delegationId: true,
    subjects: true,
    otherLanguage: true,
    otherSubjects: true,
    levels: true,
    sessionTypes: true,
    hourlyRate: true,
    rating: true,
    reviewCount: true,
    freeDays: true,
  })
  /** The photo is at `/teachers/<slug>/photo`. */
  .extend({ slug: z.string(), hasPhoto: z.boolean() })
export type PublicTeacher = z.output<typeof publicTeacherSchema>

/** Against harvesting: of one search, visitors see at most this many pages of `publicPageSize` teachers. */
export const publicPages = 5
export const publicPageSize = 12

export const teachersApi = endpoints({
  'GET /teachers': {
    summary: 'Approved and listed teachers, best matches first with the reasons; filters combine.',
    access: 'signed-in',
    live: [],
    query: teacherFiltersSchema.extend({
      ...pageQuery({ limit: 20, max: 50 }),
    }),
    answer: page(teacherCardSchema).extend({
      /** Matches left out because they teach only face to face and too far away. */
      outOfReach: count,
      /** When nothing matches: the number of matches without one filter, most helpful filter first. */
      relax: z.array(z.object({ filter: z.string(), total: count })),
      /** Matches per governorate id, for the map. */
      byGovernorate: z.record(z.string(), count),
    }),
    problems: ['cursor-invalid', 'search-not-ready'],
  },
  'GET /teachers/:id': {
    summary:
      'One approved and listed teacher as a card, by id or by the slug of the public page; `slots` are `day*100+hour` of the weekly template.',
    access: 'signed-in',
    live: [],
    answer: ok(teacherCardSchema.extend({ slots: z.array(z.number().int()) })),
    problems: ['not-found'],
  },
  'GET /public-teachers': {
    summary:
      'For visitors: the teachers with a public page, best matches first, at most 5 pages of 12 per search.',
    access: 'public',
    query: teacherFiltersSchema
      .pick({
        subject: true,
        level: true,
        governorate: true,
        sessionType: true,
        day: true,
        hour: true,
        maxRate: true,
      })
      .extend({ page: z.coerce.number().int().min(1).max(publicPages).default(1) }),
    answer: ok(z.array(publicTeacherSchema)).extend({ total: count, pages: count }),
    problems: ['search-not-ready'],
  },
  'GET /favorites': {
    summary: 'The caller’s favourite teachers who are still listed, newest first.',
    access: ['student', 'parent'],
    live: ['favourite'],
    answer: ok(z.array(teacherCardSchema)),
    problems: [],
  },
  'PUT /favorites/:teacherId': {
    summary: 'Keeps a teacher as a favourite.',
    access: ['student', 'parent'],
    answer: done,
    problems: ['not-found', 'favorites-full'],
  },
  'DELETE /favorites/:teacherId': {
    summary: 'Forgets a favourite; also one that is no longer listed.',
    access: ['student', 'parent'],
    answer: done,
    problems: [],
  },
})
