/**
 * Reasons of an erasure without a super-admin's decision. Codes, because the audit log and the erasure ledger keep
 * them.
 */
export const erasureReasons = [
  /** A registration that was never confirmed; its address may belong to another person. */
  'unconfirmed',
  /** The owner closed the account. */
  'own',
  /** An administrator rejected it, and the time for an objection is over. */
  'rejected',
  /** No sign-in for the period of `retention.ts`, in spite of a warning. */
  'inactive',
  /** Erased before, and brought back by a restored backup. */
  'restored',
] as const
export type ErasureReason = (typeof erasureReasons)[number]
