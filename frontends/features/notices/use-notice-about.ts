import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { formatDate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage } from '@darsi/design/i18n/i18n.tsx'
import { inOneLine } from '@darsi/design/i18n/in-one-line.ts'
import type { Notice } from './notice-row.tsx'

export type Reader = 'student' | 'parent' | 'teacher'
type Pair = { teacher: { name: string }; student: { name: string } }

const atHour = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

/**
 * Who, what and when a notice is about, from the lists that the first screen asks for anyway. A stored notice names
 * nobody: push messages on locked screens are made from it, and an erased account leaves no name behind.
 * @returns null where the lists do not have it
 */
export function useNoticeAbout(
  api: ApiClient,
  reader: Reader | undefined,
  notices: readonly Pick<Notice, 'place'>[],
): (notice: Pick<Notice, 'kind' | 'place'>) => string | null {
  const language = useLanguage()
  const enabled = reader !== undefined
  const box = reader === 'teacher' ? 'received' : 'sent'
  const ownPart = reader === 'parent' ? 'guardian' : reader
  const ahead = useCall(api, 'GET /sessions', { query: { status: 'upcoming', ahead: 'true' }, enabled })
  const pending = useCall(api, 'GET /connections', { query: { box, status: 'pending' }, enabled })
  const approved = useCall(api, 'GET /connections', { query: { box, status: 'approved' }, enabled })
  const threads = useCall(api, 'GET /threads', { enabled })
  const connections = [...(pending.data?.data ?? []), ...(approved.data?.data ?? [])]
  // lessons that are over or cancelled
  const isEarlier = ({ place }: Pick<Notice, 'place'>) =>
    place.lesson !== undefined && !ahead.data?.data.some(({ id }) => id === place.lesson)
  const earlier = useCall(api, 'GET /sessions', {
    enabled: enabled && ahead.data !== null && notices.some(isEarlier),
  })
  const lessons = [...(ahead.data?.data ?? []), ...(earlier.data?.data ?? [])]
  const namesOf = ({ teacher, student }: Pair) =>
    reader === 'teacher'
      ? [student.name]
      : reader === 'parent'
        ? [student.name, teacher.name]
        : [teacher.name]

  return ({ kind, place }) => {
    const lesson = lessons.find(({ id }) => id === place.lesson)
    if (lesson) {
      const { subject, startsAt } = lesson
      return lineOf([
        ...namesOf(lesson),
        subjectName(subject, language),
        formatDate(startsAt, language, atHour),
      ])
    }
    const thread = threads.data?.data.find(({ id }) => id === place.thread)
    // the newest message may be the reader's own answer
    const author = thread?.members.find(({ id, part }) => id === thread.lastMessage?.by && part !== ownPart)
    if (thread && author && kind === 'message-received')
      return lineOf([author.name, subjectName(thread.subject, language)])
    const connection = connections.find(({ id }) => id === (place.connection ?? place.thread))
    return connection ? lineOf([...namesOf(connection), subjectName(connection.subject, language)]) : null
  }
}

/** Every part keeps its own direction: a Latin name must not reorder an Arabic line. */
const lineOf = (parts: readonly string[]): string =>
  inOneLine(parts.filter((part) => part !== '').map((part) => `\u2068${part}\u2069`))
