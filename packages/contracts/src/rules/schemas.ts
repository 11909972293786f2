import * as z from 'zod'
import { languages } from '../reference/languages.ts'
import { roles } from '../reference/roles.ts'
import { type Readers, readBy } from './texts/free-text.ts'
import { visibleLine, visibleText } from './texts/visible.ts'

/** Shapes that several services share. */
export const idMax = 64
export const id = readBy(z.string().min(1).max(idMax), 'nobody')
export const instant = z.iso.datetime()
/** A day in Tunis time, limited to the years 1900 to 2099. */
export const day = readBy(z.iso.date().regex(/^(19|20)/), 'nobody')
export const languageSchema = z.enum(languages)
export const roleSchema = z.enum(roles)
export const accountStatuses = ['pending', 'approved', 'suspended'] as const
export const accountStatusSchema = z.enum(accountStatuses)
export type AccountStatus = (typeof accountStatuses)[number]

/** A proof of work (`GET /auth/challenge`); required only when a limit is half used. */
export const altcha = readBy(z.string().max(4096), 'nobody').optional()

// control characters (Cc) by number: many readers of the OpenAPI document do not support \p{…}
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const withoutControls = /^[^\u0000-\u001f\u007f-\u009f]*$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const withoutControlsButBreaks = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$/

/**
 * Free text of a person: no control characters but line breaks and tabs; invisible characters are removed. Marked with
 * its readers.
 */
export function text(max: number, by: Readers) {
  return readBy(z.string().max(max).regex(withoutControlsButBreaks).overwrite(visibleText), by)
}

/** One line of a person; invisible characters are removed. Marked with its readers. */
export function line(max: number, by: Readers) {
  return readBy(z.string().max(max).regex(withoutControls).overwrite(visibleLine), by)
}

/** spec §3 Location. Unknown ids are null, never 1 (product.md §4). */
export const locationSchema = z.strictObject({
  governorate: line(60, 'everyone').default(''),
  delegation: line(80, 'everyone').default(''),
  municipality: line(80, 'everyone').default(''),
  local_area: line(120, 'everyone').default(''),
  service_radius: z.number().int().nullable().default(null),
  governorate_id: z.number().int().nullable().default(null),
  delegation_id: z.number().int().nullable().default(null),
  municipality_id: z.number().int().nullable().default(null),
})
export type Location = z.output<typeof locationSchema>
/** Of a person whose place is unknown. */
export const noLocation: Location = locationSchema.parse({})

/** The query of a list that is read page by page. */
export const pageQuery = ({ limit, max = 100 }: { limit: number; max?: number }) => ({
  limit: z.coerce.number().int().min(1).max(max).default(limit),
  cursor: z.string().max(512).optional(),
})
