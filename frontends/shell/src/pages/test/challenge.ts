import { webcrypto } from 'node:crypto'

/** What a server that wants a proof of work answers to `GET /auth/challenge`; the number asked for is 7. */
export async function challengeOfSeven(): Promise<object> {
  // jsdom has none
  Object.defineProperty(crypto, 'subtle', { value: webcrypto.subtle, configurable: true })
  const salt = 'abc?expires=9999999999&'
  const digest = await webcrypto.subtle.digest('SHA-256', new TextEncoder().encode(`${salt}7`))
  const challenge = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return { algorithm: 'SHA-256', challenge, maxnumber: 50, salt, signature: 's' }
}

/** The number that a sent proof of work names. */
export function provenNumber(altcha: unknown): unknown {
  return JSON.parse(atob(String(altcha))).number
}
