import type { EducationLevel } from '@darsi/contracts/reference/levels.ts'
import type { GroupAudience } from '@darsi/contracts/rules/groups.ts'

/** Who may have a seat in a group hour. */
type SeatRule = { readonly audience: GroupAudience; readonly level: EducationLevel }
/** What the group hour's offer says of one seat: TND for this learner, and how many seats there are. */
export type SeatTerms = SeatRule & { readonly price: number; readonly capacity: number }
type Learner = { readonly minor: boolean; readonly learnerLevel: EducationLevel | null }
type SeatRefusal = 'group-minors' | 'group-adults' | 'group-level'

/** No adult learner shares a room with minors. A learner without a school level belongs to `other`. */
export function seatRefusal({ audience, level }: SeatRule, learner: Learner): SeatRefusal | null {
  if (learner.minor !== (audience === 'minors')) return learner.minor ? 'group-adults' : 'group-minors'
  return (learner.learnerLevel ?? 'other') === level ? null : 'group-level'
}

type Held = { readonly status: string; readonly seat?: SeatRule }

/** Every stored seat has to fulfil this, whichever call wrote it and whatever changed about its learner since. */
export const isSeatOf = ({ seat, status }: Held, learner: Learner): boolean =>
  !seat || (status !== 'upcoming' && status !== 'proposed') || seatRefusal(seat, learner) === null
