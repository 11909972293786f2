/** What the age rules need to know of a learner. */
export type Learner = {
  readonly birthYear: number | null
  readonly minor: boolean
  /** A guardian withdrew the consent to lessons by video. */
  readonly videoWithdrawn: boolean
}
