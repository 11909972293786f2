import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a mailed link or a session. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a token. The token has 256 random bits, so one hash round is enough. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
