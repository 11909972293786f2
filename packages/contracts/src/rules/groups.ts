/** Minors and adults have group hours of their own: no adult learner shares a room with a minor. */
export const groupAudiences = ['minors', 'adults'] as const
export type GroupAudience = (typeof groupAudiences)[number]
/** The learners of one group hour. */
export const smallestGroup = 2
export const largestGroup = 6
/** Offered at least a day before, so that learners have time to join. */
export const offerHoursBefore = 24
/** From then on nobody joins or leaves, and a group that is too small is cancelled. */
export const decideHoursBefore = 4
/** TND for one learner. */
export const highestGroupPrice = 500
