import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a mailed link or a session. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a token. The token has 256 bits of its own, so one round is enough. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
