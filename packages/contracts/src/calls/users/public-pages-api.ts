import * as z from 'zod'
import { admins } from '../../reference/roles.ts'
import { id, languageSchema, text } from '../../rules/schemas.ts'
import { readBy } from '../../rules/texts/free-text.ts'
import { done, endpoints, ok, uploadProblems } from '../endpoint.ts'

const publicPageSchema = z.object({
  enabled: z.boolean(),
  /** Empty until one is chosen. */
  slug: z.string(),
  /** The address that works now; another one waits for an administrator. */
  shownSlug: z.string(),
  /** Proposed from the name; for a teacher without a slug. */
  proposal: z.string(),
  /** False while the teacher is not approved or hides the profile: then the page is 404 although it is switched on. */
  reachable: z.boolean(),
})
export type PublicPage = z.output<typeof publicPageSchema>

const photoSchema = ok(
  z.object({
    photo: z.string().nullable(),
    /** Nobody else sees it until an administrator has looked at it. */
    waiting: z.boolean(),
  }),
)
const inLanguage = z.strictObject({ language: languageSchema.default('en') })

/** Pages and pictures that everyone may read without signing in, and what their owners switch on. */
export const publicPagesApi = endpoints({
  'GET /me/public-page': {
    summary: 'The caller’s public page: whether it is switched on, and its address.',
    access: ['teacher'],
    live: ['notice'],
    answer: ok(publicPageSchema),
    problems: ['profile-not-ready'],
  },
  'PUT /me/public-page': {
    summary:
      'Switches the public page on or off, or changes its address: one that is not the teacher’s name waits for an administrator.',
    access: ['teacher'],
    body: z.strictObject({ enabled: z.boolean(), slug: readBy(z.string().max(60), 'everyone') }),
    answer: ok(publicPageSchema),
    problems: ['profile-not-ready', 'slug-invalid', 'slug-taken', 'slugs-full', 'contact-details-refused'],
  },
  'GET /teacher-pages': {
    summary: 'The sitemap of the public pages (`/teachers-sitemap.xml`).',
    access: 'public',
    content: 'application/xml',
    problems: [],
  },
  'GET /teacher-pages/:slug': {
    summary: 'The public page of a teacher (`/teachers/<slug>`), while it is switched on.',
    access: 'public',
    query: inLanguage,
    content: 'text/html',
    missingPage: true,
    problems: [],
  },
  'GET /teacher-pages/:slug/photo': {
    summary: 'The photo of a public page, for previews of shared links.',
    access: 'public',
    content: 'image/webp',
    problems: ['not-found'],
  },
  'GET /photos/:photo': {
    summary:
      'A teacher’s photo; each upload has another id. Before its approval only its owner and administrators see it.',
    access: 'public',
    content: 'image/webp',
    problems: ['not-found'],
  },
  'GET /me/photo': {
    summary: 'The id of the caller’s newest photo, or null.',
    access: ['teacher'],
    live: ['notice'],
    answer: photoSchema,
    problems: [],
  },
  'PUT /me/photo': {
    summary:
      'Takes a complete upload as the caller’s photo: cut to a square and drawn anew, without metadata. May be repeated.',
    access: ['teacher'],
    body: z.strictObject({ upload: id }),
    answer: photoSchema,
    problems: [...uploadProblems, 'profile-not-ready'],
  },
  'DELETE /me/photo': {
    summary: 'Deletes the caller’s photo.',
    access: ['teacher'],
    answer: done,
    problems: [],
  },
  'DELETE /admin/teachers/:id/photo': {
    summary: 'Removes a teacher’s photo with a reason, which the teacher reads; the audit log names it.',
    access: admins,
    audited: 'by-handler',
    body: z.strictObject({
      reason: text(500, 'staff'),
      /** The photo that the caller has seen; a newer one is kept with `stale-version`. */
      photo: id.optional(),
    }),
    answer: done,
    problems: ['not-found', 'reason-required', 'stale-version'],
  },
})
