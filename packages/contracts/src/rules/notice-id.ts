import { services } from '../reference/services.ts'
import { idMax } from './schemas.ts'

/** The id of an event's notice; with several readers the reader's id is appended. */
export function noticeIdOf(eventId: string, readerId?: string): string {
  return readerId === undefined ? eventId : `${eventId}.${readerId}`
}

/** One notice for all unread messages of a thread: `first` is the number of the oldest. */
export function messageNoticeId(threadId: string, readerId: string, first: number): string {
  return `message.${threadId}.${readerId}.${first}`
}

const longest = (parts: readonly string[]) => Math.max(...parts.map(({ length }) => length))
const sequenceMax = String(Number.MAX_SAFE_INTEGER).length
/** A subject may have its kind as a prefix: `thread.<id>`. */
const subjectMax = 16 + idMax

/** No event type is longer. A number, because a page that shows notices needs no event schemas. */
export const typeMax = 40

/** `<producer>.<subject>.<sequence>.<type>.<reader>` is the longest form. */
export const noticeIdMax = longest(services) + 1 + subjectMax + 1 + sequenceMax + 1 + typeMax + 1 + idMax
