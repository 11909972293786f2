type Request = {
  minor: boolean
  requesterId: string
  studentId?: string | null | undefined
  flags?: readonly string[] | undefined
}

/**
 * True for a minor's own request whose message has contact details: guardian and administrator read it, the teacher
 * never does. A guardian's own text is not held back, as in messages.
 */
export function isHeldBack({ minor, requesterId, studentId, flags = [] }: Request): boolean {
  return minor && requesterId === studentId && flags.includes('contact-details')
}
