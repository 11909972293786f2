import type { Endpoint } from '@darsi/contracts/calls/endpoint.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import type { Request } from 'express'
import { bearerToken, type Verified, type VerifyAccessToken } from './access-token.ts'
import { AuthKeysUnavailable } from './auth-keys.ts'
import type { CheckRevocation } from './revocation.ts'

export type Authenticate = (request: Request, endpoint: Endpoint) => Promise<Identity | null>

/**
 * Authenticates a call. Without a token the caller is anonymous; an invalid or ended one is 401, or anonymous on a
 * public call, so that a stale token does not block the login.
 */
export function createAuthentication(verify: VerifyAccessToken, check: CheckRevocation): Authenticate {
  return async (request, endpoint) => {
    const token = bearerToken(request.headers.authorization)
    if (token === undefined) return null
    const isPublic = endpoint.access === 'public'
    const verified = token === null ? null : await verifyOrWait(verify, token, isPublic)
    if (!verified) {
      if (isPublic) return null
      throw problem('unauthenticated')
    }
    const revocation = await check(verified)
    if (revocation === 'revoked') {
      if (isPublic) return null
      throw problem('session-ended')
    }
    if (revocation === 'incomplete') {
      if (isPublic) return null
      throw problem('unavailable', { retryAfter: 1 })
    }
    // docs/accounts.md: with Redis down reads go on, and writes are refused because the session may have ended
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (revocation === 'unknown' && !reads) {
      // a logout must reach auth, which ends the session by its cookie
      if (isPublic) return null
      throw problem('unavailable', { retryAfter: 2 })
    }
    return verified.identity
  }
}

async function verifyOrWait(
  verify: VerifyAccessToken,
  token: string,
  isPublic: boolean,
): Promise<Verified | null> {
  try {
    return await verify(token)
  } catch (cause) {
    if (cause instanceof AuthKeysUnavailable && isPublic) return null
    if (cause instanceof AuthKeysUnavailable) throw problem('unavailable', { retryAfter: 2, cause })
    throw cause
  }
}
