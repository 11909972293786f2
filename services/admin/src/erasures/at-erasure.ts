import type { UserRow } from '../people/user-row.ts'

/**
 * What happens to each field of a row when every service has confirmed the erasure. The tombstone that stays is id, role,
 * start and end of the erasure (docs/security.md). A missing field does not compile.
 */
export const atErasure = {
  _id: 'stays',
  role: 'stays',
  erasure: 'stays',
  erasedAt: 'stays',
  // by it running processes remove the row from their list
  changedAt: 'stays',
  // versions and events that are not sent yet
  v: 'stays',
  outbox: 'stays',
  outboxAt: 'stays',
  email: 'removed',
  emailAt: 'removed',
  mailReturnedAt: 'removed',
  language: 'removed',
  fullName: 'removed',
  createdAt: 'removed',
  emailVerifiedAt: 'removed',
  provenEmail: 'removed',
  lastLoginAt: 'removed',
  searchName: 'removed',
  searchEmail: 'removed',
  phone: 'removed',
  location: 'removed',
  governorateId: 'removed',
  birthYear: 'removed',
  dupKeys: 'removed',
  registrationNotes: 'removed',
  employment: 'removed',
  profileAt: 'removed',
  card: 'removed',
  profileMissing: 'removed',
  proofs: 'removed',
  status: 'removed',
  approvedAt: 'removed',
  decisions: 'removed',
  sessionsEnded: 'removed',
  assignee: 'removed',
  cardReviewedOf: 'removed',
  inactiveWarnedAt: 'removed',
  // an erased row takes no event, so their sequences are not needed
  src: 'removed',
} as const satisfies Record<keyof UserRow, 'stays' | 'removed'>

/** For `$unset`. */
export const erasedFields: { readonly [field: string]: 1 } = Object.fromEntries(
  Object.entries(atErasure).flatMap(([name, what]) => (what === 'removed' ? [[name, 1 as const]] : [])),
)
