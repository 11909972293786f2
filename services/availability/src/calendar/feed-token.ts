import { createHmac, randomBytes } from 'node:crypto'
import { createSealer, keysIn, type Sealer } from '@darsi/kit/events/seal.ts'
import { hashOf, newToken } from '@darsi/kit/identity/tokens.ts'

/**
 * The address of a feed contains its token. The database has the hash, to find the feed, and the sealed token, so that
 * a new key changes no address. Rows of an earlier release have no sealed token: it is derived from the salt and a key.
 */
export type Feed = {
  _id: string
  salt: string
  tokenHash: string
  sealed?: string
  /** Sequence of the last event of auth that renewed the token. */
  renewedBy?: number
}
export type FeedTokens = ReturnType<typeof createFeedTokens>

/** @param feedKey the variable `FEED_KEY`: the current key, and older ones behind it */
export function createFeedTokens(feedKey: string) {
  const sealer = createSealer(feedKey)
  const keys = keysIn(feedKey).map(derivedKey)
  const seal = (token: string) => sealer.seal(token)

  return {
    sealer,
    seal,
    /** A new token, and the fields of its feed. */
    create: () => {
      const token = newToken()
      // processes of an earlier release need a salt
      const salt = randomBytes(16).toString('base64url')
      return { token, fields: { salt, tokenHash: hashOf(token), sealed: seal(token) } }
    },
    unseal: (feed: Feed): string | null => unsealed(sealer, feed),
    /** Null when it was derived from a key that is no longer given. */
    derive: ({ _id, salt, tokenHash }: Feed): string | null =>
      keys.map((key) => derivedToken(key, _id, salt)).find((token) => hashOf(token) === tokenHash) ?? null,
  }
}

function unsealed(sealer: Sealer, { sealed = '', tokenHash }: Feed): string | null {
  if (!sealer.knows(sealed)) return null
  const token = sealer.unseal(sealed)
  // an earlier release renews a token without its sealed copy, which is then the one before
  return typeof token === 'string' && hashOf(token) === tokenHash ? token : null
}

const derivedKey = (key: Buffer) => createHmac('sha256', key).update('calendar feeds').digest()
const derivedToken = (key: Buffer, userId: string, salt: string) =>
  createHmac('sha256', key).update(`${userId} ${salt}`).digest('base64url')
