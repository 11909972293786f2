import type { Outboxed } from '@darsi/kit/events/outbox.ts'
import type { Connection } from './connection.ts'

export type ConnectionDocument = Connection &
  Outboxed & {
    /** When the sweeper next has to change it. */
    dueAt: Date
    /** Learner and guardians, for their list; one of them is the requester. */
    learnerSide: string[]
    erasedAt: Date | null
  }
