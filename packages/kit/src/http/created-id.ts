import { randomUUID } from 'node:crypto'
import { hashOf } from '../identity/tokens.ts'

/**
 * The id of the document that a call creates. A repetition with the same Idempotency-Key and content has the same id,
 * so that its insert fails as a duplicate key. Without a key each call has a new id.
 * @param content of a signed-in caller's call includes the account: another person's key is another key
 */
export const createdId = (idempotencyKey: string | undefined, content: unknown): string =>
  idempotencyKey ? hashOf(JSON.stringify([idempotencyKey, content])).slice(0, 32) : randomUUID()
