import type { Api } from '@darsi/contracts/calls/api.ts'
import { lookBack } from '@darsi/contracts/rules/contact-details/look-back.ts'

export type Thread = Api['GET /threads']['answer']['data'][number]
export type Message = Api['GET /threads/:id/messages']['answer']['data'][number]

export const others = (thread: Thread, me: string) => thread.members.filter(({ id }) => id !== me)

/** The partner: the teacher for a learner and a guardian, the learner for a teacher. */
export function counterpart(thread: Thread, me: string): string {
  const rest = others(thread, me)
  const own = thread.members.find(({ id }) => id === me)?.part
  const wanted = own === 'teacher' ? 'student' : 'teacher'
  return (rest.find(({ part }) => part === wanted) ?? rest[0])?.name ?? ''
}

/** The learner where the partner's name does not tell one child from another; else empty. */
export function learnerBeside(thread: Thread, me: string): string {
  const isLearner = thread.members.find(({ id }) => id === me)?.part === 'student'
  return isLearner || thread.learnerName === counterpart(thread, me) ? '' : thread.learnerName
}

/** The caller's last texts that the other side reads: the server judges them together with the next one. */
export function lastTextsOf(messages: readonly Message[], me: string, now = Date.now()): string[] {
  const own = messages.filter(({ by, held, at }) => by === me && !held && now - Date.parse(at) < lookBack.ms)
  return own.slice(1 - lookBack.texts).map(({ text }) => text)
}

/** The author's texts of the day before a message, as the server judged them together with it. */
export const textsBefore = (messages: readonly Message[], { number, by, at }: Message): string[] => {
  const earlier = messages.filter((message) => message.number < number)
  return lastTextsOf(earlier, by, Date.parse(at))
}

/** Merges messages by number; the newest version wins. */
export function merge(known: readonly Message[], fresh: readonly Message[]): readonly Message[] {
  const byNumber = new Map(known.map((message) => [message.number, message]))
  for (const message of fresh) byNumber.set(message.number, message)
  return [...byNumber.values()].sort((a, b) => a.number - b.number)
}

/** Whether a page of messages that begins with this number continues the known ones. */
export const joins = (known: readonly Message[], oldest: number): boolean =>
  known.some(({ number }) => number === oldest || number === oldest - 1)

/** Whether someone has not read the caller's last message: then the read marks may still change. */
export function marksMayChange(messages: readonly Message[], thread: Thread, me: string): boolean {
  const mine = messages.findLast(({ by }) => by === me)
  return mine !== undefined && others(thread, me).some(({ id }) => !mine.readBy.includes(id))
}
