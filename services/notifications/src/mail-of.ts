import { createHash } from 'node:crypto'
import type { DarsiEvent, EventType } from '@darsi/contracts/events.ts'
import { type Language, pathIn } from '@darsi/contracts/languages.ts'
import { productName } from '@darsi/contracts/product.ts'
import { connectionEventTypes, connectionNotes } from './connection-notes.ts'
import { afterEventTypes, afterNotes } from './lessons/after-notes.ts'
import { type CalendarFile, calendarFile } from './lessons/lesson-calendar.ts'
import { lessonEventTypes, lessonNotes } from './lessons/lesson-notes.ts'
import type { Note } from './note.ts'
import { ofAgeNotes } from './of-age-notes.ts'
import { oneLine } from './one-line.ts'
import type { MailContent } from './render.ts'
import { safetyEventTypes, safetyNotes } from './safety-notes.ts'
import type { Mailbox } from './transport.ts'

/** One mail that an event causes; the id is the same whenever the event comes again. */
export type MailRequest = MailContent & {
  id: string
  userId: string
  to: Mailbox
  replyTo?: Mailbox
  calendar?: CalendarFile
}

/** `sender` organises the lessons that a mail brings to a calendar. */
export type Links = { publicUrl: string; support: string; sender: string }

/** What several people learn of one event, each in words of their own. */
export function notesOf(event: DarsiEvent, { support }: Pick<Links, 'support'>): Note[] {
  if (event.type === 'upgrade.reviewed') {
    const { teacherId, decision } = event.data
    const { notes, ...to } = event.personal
    const kind = `upgrade-${decision}` as const
    return [{ userId: teacherId, notice: kind, mail: kind, isOptional: false, to, params: { note: notes } }]
  }
  // `as`: the type was just compared
  if (isOne(lessonEventTypes, event)) return lessonNotes(event as Parameters<typeof lessonNotes>[0])
  if (isOne(afterEventTypes, event)) return afterNotes(event as Parameters<typeof afterNotes>[0])
  if (event.type === 'learner.came-of-age') return ofAgeNotes(event)
  if (isOne(safetyEventTypes, event)) return safetyNotes(event as Parameters<typeof safetyNotes>[0], support)
  if (isOne(connectionEventTypes, event))
    return connectionNotes(event as Parameters<typeof connectionNotes>[0])
  return []
}

const isOne = (types: readonly EventType[], { type }: DarsiEvent): boolean => types.includes(type)

export const notingEvents = [
  ...connectionEventTypes,
  ...lessonEventTypes,
  ...afterEventTypes,
  ...safetyEventTypes,
  'learner.came-of-age',
  'upgrade.reviewed',
] as const satisfies readonly EventType[]

/** The mail of a note; null where it has none, or nobody to go to. */
export function noteMail(event: DarsiEvent, note: Note, links: Links): MailRequest | null {
  const { userId, mail: kind, to, params, isOptional, calendar, path = '/dashboard' } = note
  if (!kind || to.email === '') return null
  const { publicUrl, support, sender } = links
  const name = oneLine(to.fullName)
  const box = { name, address: to.email }
  return {
    id: `${kind}-${userId}-${digest(event.id)}`,
    userId,
    kind,
    language: to.language,
    to: box,
    params: { name, support, ...params },
    link: pageOf(publicUrl)(path, to.language),
    isOptional,
    ...(calendar && {
      calendar: calendarFile(calendar, box, { publicUrl, sender, product: productName[to.language] }),
    }),
  }
}

export const pageOf = (publicUrl: string) => (path: string, language: Language) =>
  `${publicUrl}${pathIn(language, path)}`

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24)
}
