/** Where a lesson is held. While the lesson is on hold, the link is in `keptLink`. */
type Venue = {
  readonly type: 'online' | 'faceToFace'
  readonly place: string
  readonly meetingLink: string
  readonly keptLink?: string
}
/** The guardian who agreed to exactly this place or link. */
export type VenueAgreement = { by: string; place: string; meetingLink: string }

const linkOf = ({ meetingLink, keptLink = '' }: Venue): string => keptLink || meetingLink

/** Not in the classroom with its attendance, hold and report: at a place, or behind a link of the parties. */
export const isOutside = (venue: Venue): boolean => venue.type === 'faceToFace' || linkOf(venue) !== ''

export function agreementOf(venue: Venue, by: string): VenueAgreement {
  return { by, place: venue.place, meetingLink: linkOf(venue) }
}

/** Whether this agreement is about exactly this place or link. */
export function agreesTo(agreement: VenueAgreement | null, venue: Venue): boolean {
  return agreement?.place === venue.place && agreement.meetingLink === linkOf(venue)
}

type Held = Venue & { readonly status: string; readonly agreedVenue: VenueAgreement | null }

/**
 * Every stored lesson has to fulfil this, whichever call wrote it: a minor's upcoming lesson outside the classroom names
 * the guardian who agreed to its place or link.
 */
export function isVenueAgreed(lesson: Held, { minor }: { minor: boolean }): boolean {
  if (!minor || lesson.status !== 'upcoming' || !isOutside(lesson)) return true
  return agreesTo(lesson.agreedVenue, lesson)
}
