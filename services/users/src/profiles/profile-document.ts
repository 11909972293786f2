import type { Outboxed } from '@darsi/kit/events/outbox.ts'
import type { Profile } from './profile.ts'

/** `src.auth` is the sequence of auth's last event; of an erased account only the id and the times are left. */
export type ProfileDocument = Profile &
  Outboxed & {
    src: Record<string, number>
    erasedAt: Date | null
    /** Earlier accounts of the same person. */
    formerIds?: string[]
  }
