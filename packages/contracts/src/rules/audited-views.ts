/**
 * Entries of the audit log about what administrators were shown. True: shown on the administrators' dashboard as recent
 * activity.
 */
export const viewActions = {
  'user.viewed': false,
  'users.listed': false,
  'alerts.listed': false,
  'connections.listed': false,
  'upgrades.listed': false,
  'care-changes.listed': false,
  'cards.listed': false,
  'proofs.listed': false,
  'review-file.viewed': false,
  'duplicates.listed': false,
  'tickets.listed': false,
  'evidence.listed': false,
  'activity.listed': false,
  'audit.listed': false,
  'users.exported': true,
  'sessions.exported': true,
  'newsletter.exported': true,
  'system.backup-begun': true,
} as const
export type ViewAction = keyof typeof viewActions
