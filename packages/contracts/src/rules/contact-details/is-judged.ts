type Parties = { minor: boolean; studentId?: string | null | undefined }
type Writer = 'teacher' | 'student' | 'guardian'

/**
 * Whether contact details in this person's texts are judged: the one rule for messages, requests, notes, homework and
 * names of files. Who reads decides. A child without an account reads nothing, so only adults do; a guardian's own text
 * is the guardian's decision.
 */
export const isJudged = ({ minor, studentId }: Parties, writer: Writer): boolean =>
  minor && Boolean(studentId) && writer !== 'guardian'
