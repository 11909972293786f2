import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { ApiError } from '@darsi/client/api/api-error.ts'

type Challenge = { algorithm: string; challenge: string; maxnumber: number; salt: string; signature: string }

/**
 * Sends a form; where the server wants a proof of work first (an address that is busy), finds it and sends once more.
 * The visitor notices a moment of waiting and nothing else.
 */
export async function withProof<T>(api: ApiClient, send: (altcha?: string) => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'PROOF_OF_WORK_REQUIRED') throw error
    const challenge = readChallenge(await api.call('GET /auth/challenge'))
    const number = challenge === null ? null : await solve(challenge)
    if (challenge === null || number === null) throw error
    const { algorithm, challenge: wanted, salt, signature } = challenge
    return send(btoa(JSON.stringify({ algorithm, challenge: wanted, number, salt, signature })))
  }
}

/** ALTCHA: the number n for which the hash of salt and n is the challenge. Null where the browser cannot. */
async function solve({ algorithm, challenge, maxnumber, salt }: Challenge): Promise<number | null> {
  // browsers have it on secure origins only
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
  const words = [algorithm, challenge, salt, signature]
  if (!words.every((word) => typeof word === 'string') || typeof maxnumber !== 'number') return null
  return { algorithm, challenge, maxnumber, salt, signature } as Challenge // the line above looked
}

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
