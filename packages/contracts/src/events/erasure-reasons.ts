/** Why an account is erased where no super-admin decided it. Codes: the audit log and the ledger of erasures keep them. */
export const erasureReasons = [
  /** A registration that nobody confirmed, whose address may be a stranger's. */
  'unconfirmed',
  /** Its owner closed it. */
  'own',
  /** An administrator rejected it, and the time to object is over. */
  'rejected',
  /** Nobody signed in for the period of `retention.ts`, in spite of a warning. */
  'inactive',
  /** It was erased before, and a restored backup brought it back. */
  'restored',
] as const
export type ErasureReason = (typeof erasureReasons)[number]
