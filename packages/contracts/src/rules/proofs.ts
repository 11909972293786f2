/** Documents that prove a teacher's statements; bulletin n° 3 is the extract of the criminal record. */
export const proofKinds = ['identity', 'diploma', 'bulletin'] as const
export type ProofKind = (typeof proofKinds)[number]

/** What an operator can require before a teacher is approved (`APPROVAL_REQUIRES`). */
export const approvalNeeds = ['address', 'profile', ...proofKinds] as const
export type ApprovalNeed = (typeof approvalNeeds)[number]

/** Required fields of a teacher's profile. */
export const reviewedFields = [
  'teachingSubjects',
  'levels',
  'sessionTypes',
  'experienceLevel',
  'hourlyRate',
  'bio',
] as const
type ReviewedField = (typeof reviewedFields)[number]

/** The empty ones; a rate of 0 is a valid rate. */
export function missingFields(roleData: Readonly<Record<string, unknown>>): ReviewedField[] {
  return reviewedFields.filter((field) => {
    const value = roleData[field]
    if (Array.isArray(value)) return value.length === 0
    return typeof value === 'string' ? value.trim() === '' : typeof value !== 'number'
  })
}

/** What the operator requires and the teacher does not have yet. */
export function missingNeeds(
  required: readonly ApprovalNeed[],
  has: { hasAddress: boolean; hasProfile: boolean; accepted: readonly { kind: ProofKind }[] },
): ApprovalNeed[] {
  return required.filter((need) => {
    if (need === 'address') return !has.hasAddress
    return need === 'profile' ? !has.hasProfile : !has.accepted.some(({ kind }) => kind === need)
  })
}

/** How often a bulletin n° 3 is requested: the new one is due before the old one is three years old. */
export const bulletinMonths = 33

export function monthsBefore(months: number, at: Date): Date {
  const before = new Date(at)
  before.setUTCMonth(before.getUTCMonth() - months)
  return before
}
