type Request = {
  minor: boolean
  requesterId: string
  studentId?: string | null | undefined
  flags?: readonly string[] | undefined
}

/**
 * True for a minor's own request whose message holds contact details: guardian and administrator read it, the teacher
 * never does. What a guardian writes is the guardian's own business, as in messages.
 */
export function isHeldBack({ minor, requesterId, studentId, flags = [] }: Request): boolean {
  return minor && requesterId === studentId && flags.includes('contact-details')
}
