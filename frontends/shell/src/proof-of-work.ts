import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { ApiError } from '@darsi/client/api/api-error.ts'

type Challenge = { algorithm: string; challenge: string; maxnumber: number; salt: string; signature: string }

/**
 * Sends a form. If the server demands a proof of work (for a busy address), solves it and sends again. The visitor
 * only notices a short delay.
 */
export async function withProof<T>(api: ApiClient, send: (altcha?: string) => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'PROOF_OF_WORK_REQUIRED') throw error
    const work = workIn(error.body)
    const challenge = readChallenge(
      await api.call('GET /auth/challenge', work > 0 ? { query: { work } } : {}),
    )
    const number = challenge === null ? null : await solve(challenge)
    if (challenge === null || number === null) throw error
    const { algorithm, challenge: wanted, salt, signature } = challenge
    return send(btoa(JSON.stringify({ algorithm, challenge: wanted, number, salt, signature })))
  }
}

/** How often the server doubled the work. */
const workIn = (body: unknown): number =>
  typeof body === 'object' && body !== null && 'work' in body && typeof body.work === 'number' ? body.work : 0

/**
 * ALTCHA: the number n for which the hash of salt and n equals the challenge. Null if the browser has no
 * crypto.subtle.
 */
async function solve({ algorithm, challenge, maxnumber, salt }: Challenge): Promise<number | null> {
  // browsers offer it only on secure origins
  if (crypto.subtle === undefined) return null
  const encoder = new TextEncoder()
  const isIt = async (number: number) =>
    hex(await crypto.subtle.digest(algorithm, encoder.encode(salt + number))) === challenge
  const batch = 500
  for (let from = 0; from <= maxnumber; from += batch) {
    const numbers = Array.from({ length: batch }, (_, at) => from + at)
    const found = (await Promise.all(numbers.map(isIt))).indexOf(true)
    if (found >= 0) return from + found
  }
  return null
}

function readChallenge(answer: object): Challenge | null {
  const { algorithm, challenge, maxnumber = 1_000_000, salt, signature } = answer as Partial<Challenge> // an open object in the contract; each part is looked at below
  const parts = [algorithm, challenge, salt, signature]
  if (!parts.every((part) => typeof part === 'string') || typeof maxnumber !== 'number') return null
  return { algorithm, challenge, maxnumber, salt, signature } as Challenge // the line above looked
}

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
