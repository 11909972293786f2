import { createHash, createHmac, randomBytes } from 'node:crypto'

/** 256 random bits for a mailed link or a session. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a token. The token has 256 bits of its own, so one round is enough. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** The successor of a refresh token: the same for the same token, and not to be told from the stored secret alone. */
export function successorOf(token: string, secret: string): string {
  return createHmac('sha256', secret).update(token).digest('base64url')
}
