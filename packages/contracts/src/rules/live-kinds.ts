/**
 * Kinds of live updates. The stream carries kind and id only, no content; the page reads the object itself. A duplicate
 * costs one read, and the next update makes up for a lost one.
 */
export const liveKinds = [
  /** An in-app notice was added or read, or the account's profile changed; the id is the notice's or the account's. */
  'notice',
  /** A new message; the id is the thread's. */
  'message',
  /** A thread was read, blocked, opened or closed. */
  'thread',
  'connection',
  'lesson',
  /** A safety alert: of a guardian's own child, and for administrators any. */
  'alert',
  /** For administrators: a changed user row or possible duplicate. */
  'user',
  /** For administrators: a message of the contact form. */
  'ticket',
  /** Updates may have been lost: reload everything. */
  'sync',
] as const
export type LiveKind = (typeof liveKinds)[number]
/** What makes a shown read stale: the kinds of the stream, and three changes that only the page which makes them knows. */
export const changes = [
  ...liveKinds.filter((kind) => kind !== 'sync'),
  'child',
  'favourite',
  'hours',
] as const
export type Change = (typeof changes)[number]

export type LiveEvent = { readonly kind: LiveKind; readonly id: string }

/** The channel of all administrators, used like an account id. */
export const liveAdmins = '@admins'

/** The Redis channel of an account's live updates. */
export const liveChannel = (userId: string, prefix = ''): string => `${prefix}live:${userId}`

/** A stream without data for two heartbeats is dead. */
export const liveHeartbeatMs = 15_000

export function isLiveKind(value: unknown): value is LiveKind {
  return liveKinds.some((kind) => kind === value)
}
