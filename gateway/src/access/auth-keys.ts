import { createLocalJWKSet, type JWTVerifyGetKey, errors as joseErrors } from 'jose'

type Options = {
  fetchKeys: () => Promise<unknown>
  /** Minimum time between two fetches, so that invented key ids cannot flood auth. */
  cooldownMs?: number
  /** After this time the keys are fetched again, so that a withdrawn key stops working. */
  maxAgeMs?: number
  now?: () => number
}

/**
 * auth's public keys, fetched with the first token and again when a token names an unknown key. Old keys stay in use
 * while auth cannot be reached, so that its restart does not log everyone out.
 */
export function createAuthKeys({
  fetchKeys,
  cooldownMs = 5000,
  maxAgeMs = 300_000,
  now = Date.now,
}: Options): JWTVerifyGetKey {
  let keys: ReturnType<typeof createLocalJWKSet> | null = null
  let fetchedAt = -Infinity
  let triedAt = -Infinity
  let running: Promise<void> | null = null

  const refresh = async () => {
    triedAt = now()
    try {
      // `as`: createLocalJWKSet throws on anything that is not a JWKS
      keys = createLocalJWKSet((await fetchKeys()) as Parameters<typeof createLocalJWKSet>[0])
      fetchedAt = now()
    } catch (cause) {
      if (!keys) throw new AuthKeysUnavailable(cause)
    }
  }
  const refreshOnce = () => {
    running ??= refresh().finally(() => {
      running = null
    })
    return running
  }

  return async (header, token) => {
    if (!keys) await refreshOnce()
    else if (now() - fetchedAt > maxAgeMs && now() - triedAt > cooldownMs) await refreshOnce()
    if (!keys) throw new AuthKeysUnavailable(null)
    try {
      return await keys(header, token)
    } catch (error) {
      const unknown = error instanceof joseErrors.JWKSNoMatchingKey
      if (!unknown || now() - triedAt <= cooldownMs) throw error
      await refreshOnce()
      return keys(header, token)
    }
  }
}

/** The keys were never fetched, so no token can be checked. */
export class AuthKeysUnavailable extends Error {
  constructor(cause: unknown) {
    super('the keys of auth are not available', { cause })
    this.name = 'AuthKeysUnavailable'
  }
}
