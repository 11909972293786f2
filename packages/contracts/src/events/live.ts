/**
 * What the live stream says: that something of a kind changed, by id, never what it says. Whoever hears it reads
 * the thing itself, so an event that comes twice costs a reading and a lost one is made up by the next.
 */
export const liveKinds = [
  /** An in-app notice came or was read; the id is the notice's or the account's. */
  'notice',
  /** A message came; the id is the thread's. */
  'message',
  /** A thread was read, blocked, opened or closed. */
  'thread',
  'connection',
  'lesson',
  /** A safety alert: of a guardian's own child, and for administrators any. */
  'alert',
  /** For administrators: a row of the users, a possible duplicate. */
  'user',
  /** For administrators: a message of the contact form. */
  'ticket',
  /** Something may have been missed: read everything again. */
  'sync',
] as const
export type LiveKind = (typeof liveKinds)[number]
export type LiveEvent = { readonly kind: LiveKind; readonly id: string }

/** All administrators together, as if they were one account. */
export const liveAdmins = '@admins'

/** The Redis channel on which an account's readers hear. */
export const liveChannel = (userId: string, prefix = ''): string => `${prefix}live:${userId}`

/** A stream that says nothing for two of these is dead. */
export const liveHeartbeatMs = 15_000

export function isLiveKind(value: unknown): value is LiveKind {
  return liveKinds.some((kind) => kind === value)
}
