import type { UtteranceField } from '@darsi/contracts/rules/utterance-fields.ts'

/** One text that a party of a connection wrote, as it was sent. It is never changed. */
export type Utterance = {
  /** The same for a repeated event. */
  _id: string
  connectionId: string
  by: string
  field: UtteranceField
  /** The message, homework or lesson; the connection itself for requests and notes. */
  about: string
  at: Date
  sealed: string
  /** Ids of materials. */
  files: string[]
  /** Hidden from the other side, or from the minor alone, when it was written. */
  held: boolean
  /** An adult's text in a minor's connection: it stays sealed for 90 days after its author's account was closed. A
   * minor's own text becomes one when the guardians read the conversation of the closed account. */
  lasting: boolean
}

export type Parties = {
  connectionId: string
  teacherId: string
  studentId?: string | null | undefined
  guardianIds: readonly string[]
  minor: boolean
}
type Said = Pick<Utterance, 'by' | 'field' | 'about' | 'at' | 'sealed'> &
  Partial<Pick<Utterance, 'files' | 'held'>>

/** @returns null for an author who is no party, as an administrator or an erased account */
export function utteranceOf(
  { connectionId, teacherId, studentId, guardianIds, minor }: Parties,
  { files = [], held = false, ...said }: Said,
): Utterance | null {
  const { by, field, about, at } = said
  if (by !== teacherId && by !== studentId && !guardianIds.includes(by)) return null
  return {
    _id: utteranceIdOf({ field, about, at, by }),
    connectionId,
    ...said,
    files,
    held,
    lasting: minor && by !== studentId,
  }
}

export const utteranceIdOf = ({
  field,
  about,
  at,
  by,
}: Pick<Said, 'field' | 'about' | 'at' | 'by'>): string => `${field}.${about}.${at.getTime()}.${by}`
