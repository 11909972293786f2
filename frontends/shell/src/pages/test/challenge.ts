import { webcrypto } from 'node:crypto'

/** A server's answer to `GET /auth/challenge` when it demands a proof of work. The solution is 7. */
export async function challengeOfSeven(): Promise<object> {
  // jsdom has no crypto.subtle
  Object.defineProperty(crypto, 'subtle', { value: webcrypto.subtle, configurable: true })
  const salt = 'abc?expires=9999999999&'
  const digest = await webcrypto.subtle.digest('SHA-256', new TextEncoder().encode(`${salt}7`))
  const challenge = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return { algorithm: 'SHA-256', challenge, maxnumber: 50, salt, signature: 's' }
}

/** The number in a submitted proof of work. */
export function provenNumber(altcha: unknown): unknown {
  return JSON.parse(atob(String(altcha))).number
}
