import type { ContactKind } from './found.ts'

/**
 * What happens with contact details in a person's texts within a connection:
 * - delivered: only adults read them, or a guardian wrote them.
 * - shared: a minor reads along, and the teacher shows the own telephone and address to guardians. These alone read
 *   them; everything else is held.
 * - held: a minor reads along.
 */
export const contactRules = ['delivered', 'shared', 'held'] as const
export type ContactRule = (typeof contactRules)[number]

type Parties = { minor: boolean; teacherId: string; studentId?: string | null | undefined }
type Writer = { by: string; isShared: boolean }

/** The one rule for messages, requests, notes, homework and names of files: who reads decides. */
export function contactRuleOf(parties: Parties, { by, isShared }: Writer): ContactRule {
  if (!isJudged(parties, by)) return 'delivered'
  return by === parties.teacherId && isShared ? 'shared' : 'held'
}

/**
 * A child without an account reads nothing, so only adults do. A guardian's own text is the guardian's decision.
 * @param by a party of the connection
 */
export const isJudged = ({ minor, teacherId, studentId }: Parties, by: string): boolean =>
  minor && Boolean(studentId) && (by === teacherId || by === studentId)

/** A minor with an account reads what the teacher writes. */
export const isToMinor = ({ minor, teacherId, studentId }: Parties, by: string): boolean =>
  minor && Boolean(studentId) && by === teacherId

export type ContactOutcome = 'delivered' | 'guardians' | 'held'

/** What happens with a text in which these were found. */
export function outcomeOf(rule: ContactRule, kinds: readonly ContactKind[]): ContactOutcome {
  if (rule === 'delivered' || kinds.length === 0) return 'delivered'
  return rule === 'shared' && kinds.every((kind) => kind === 'phone' || kind === 'email')
    ? 'guardians'
    : 'held'
}
