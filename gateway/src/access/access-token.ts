import { isRole } from '@darsi/contracts/reference/roles.ts'
import { accessToken } from '@darsi/contracts/rules/access-token.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { type JWTVerifyGetKey, jwtVerify } from 'jose'
import { AuthKeysUnavailable } from './auth-keys.ts'

/** A valid access token; `issuedAt` in epoch seconds decides about revocation. */
export type Verified = { identity: Identity; issuedAt: number }
export type VerifyAccessToken = (token: string) => Promise<Verified | null>

const maxRemembered = 20_000
const rememberMs = 60_000
const maxTokenLength = 4096

/**
 * Returns null for anything but a valid token of ours. A signature costs more than the rest of the gateway, so verified
 * tokens are cached: at most a minute, never past their expiry, the least recently used removed first.
 * @throws AuthKeysUnavailable when the keys of auth could never be fetched
 */
export function createAccessTokenVerifier(keys: JWTVerifyGetKey, now = Date.now): VerifyAccessToken {
  const remembered = new Map<string, Verified & { until: number }>()

  return async (token) => {
    if (token.length > maxTokenLength) return null
    const cached = remembered.get(token)
    if (cached) {
      remembered.delete(token)
      if (cached.until > now()) {
        remembered.set(token, cached)
        return cached
      }
    }
    const verified = await verify(token, keys, now)
    if (!verified) return null
    const oldest = remembered.size >= maxRemembered ? remembered.keys().next().value : undefined
    if (oldest !== undefined) remembered.delete(oldest)
    remembered.set(token, { ...verified, until: Math.min(verified.expiresAt, now() + rememberMs) })
    return verified
  }
}

async function verify(token: string, keys: JWTVerifyGetKey, now: () => number) {
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: [accessToken.algorithm],
      issuer: accessToken.issuer,
      audience: accessToken.audience,
      typ: accessToken.type,
      requiredClaims: ['sub', 'sid', 'iat', 'exp'],
      currentDate: new Date(now()),
    })
    const { sub, sid, role, auth_time: authTime, session_exp: sessionExp, iat, exp } = payload
    if (!sub || typeof sid !== 'string' || !isRole(role) || !iat || !exp) return null
    const identity: Identity = {
      userId: sub,
      role,
      sessionId: sid,
      authTime: typeof authTime === 'number' ? authTime : iat,
      ...(typeof sessionExp === 'number' && { sessionExp }),
    }
    return { identity, issuedAt: iat, expiresAt: exp * 1000 }
  } catch (error) {
    if (error instanceof AuthKeysUnavailable) throw error
    return null
  }
}

/** The token of an Authorization header; undefined without the header, null when it is not a Bearer token. */
export function bearerToken(authorization: string | undefined): string | null | undefined {
  if (authorization === undefined) return undefined
  return /^Bearer ([A-Za-z0-9._~+/=-]+)$/i.exec(authorization)?.[1] ?? null
}
