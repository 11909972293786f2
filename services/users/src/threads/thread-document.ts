import type { Outboxed } from '@darsi/kit/events/outbox.ts'
import type { Thread } from './thread.ts'

/** `src.users` is the sequence of the connection's last event. */
export type ThreadDocument = Thread & Outboxed & { src: Record<string, number>; erasedAt?: Date | null }
