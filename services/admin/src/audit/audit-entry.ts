import type { AuditAction } from './audit-action.ts'

/** An action in the log, linked to the entry before it and sealed. */
export type Entry = Omit<AuditAction, 'id' | 'action'> & {
  _id: string
  action: string
  sequence: number
  previous: string
  /** The key that sealed it. */
  key: string
  hash: string
}
export type Head = Pick<Entry, 'sequence' | 'hash'>
