type Request = {
  status: string
  minor: boolean
  requesterId: string
  studentId?: string | null | undefined
  flags?: readonly string[] | undefined
}

/**
 * True for a minor's own request whose message holds contact details: the teacher reads it once guardian and
 * administrator have, and agreed. What a guardian writes is the guardian's own business, as in messages.
 */
export const isHeldBack = (request: Request): boolean =>
  request.status !== 'approved' && isHeldRequest(request)

export function isHeldRequest({
  minor,
  requesterId,
  studentId,
  flags = [],
}: Omit<Request, 'status'>): boolean {
  return minor && requesterId === studentId && flags.includes('contact-details')
}
