import { isRole, type Role } from '@darsi/contracts/reference/roles.ts'
import { createLocalJWKSet, importJWK, type JSONWebKeySet, type JWK, jwtVerify, SignJWT } from 'jose'

/** The caller's identity, signed by the gateway for one service. */
export type Identity = {
  userId: string
  role: Role
  sessionId: string
  /** Seconds since the epoch at which the caller last proved the password. */
  authTime: number
  /** Seconds since the epoch at which the session ends by its age. */
  sessionExp?: number
}

export const identityHeader = 'x-darsi-identity'
const issuer = 'darsi-gateway'
const lifetime = 60

export type IdentitySigner = (service: string, identity: Identity | null) => Promise<string>

/**
 * Signs the internal identity (Ed25519, 60 s). A token is reused for half of its life, so that a busy caller costs one
 * signature per service and half minute.
 * @param keys private JWKS; the first key signs
 */
export async function createIdentitySigner(keys: { keys: JWK[] }, now = Date.now): Promise<IdentitySigner> {
  const [first] = keys.keys
  if (!first) throw new Error('IDENTITY_KEYS holds no key')
  const key = await importJWK(first, 'EdDSA')
  const minted = new Map<string, { token: string; until: number }>()

  return async (service, identity) => {
    const cacheKey = identity
      ? `${service} ${identity.sessionId} ${identity.role} ${identity.authTime}`
      : service
    const cached = minted.get(cacheKey)
    if (cached && cached.until > now()) return cached.token
    const issuedAt = Math.floor(now() / 1000)
    const claims = identity && {
      role: identity.role,
      sid: identity.sessionId,
      auth_time: identity.authTime,
      session_exp: identity.sessionExp,
    }
    const jwt = new SignJWT(claims ?? {})
      .setProtectedHeader({ alg: 'EdDSA', typ: 'darsi-identity+jwt', kid: first.kid ?? '' })
      .setIssuer(issuer)
      .setAudience(service)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifetime)
    if (identity) jwt.setSubject(identity.userId)
    const token = await jwt.sign(key)
    makeRoom(minted)
    minted.delete(cacheKey)
    minted.set(cacheKey, { token, until: now() + (lifetime * 1000) / 2 })
    return token
  }
}

export type IdentityVerifier = (token: string) => Promise<Identity | null>

/**
 * Verifies the gateway's tokens for one service.
 * Resolves to null for an anonymous caller; rejects when the token is missing, forged, expired or for another service.
 */
export function createIdentityVerifier(
  service: string,
  jwks: JSONWebKeySet,
  now = Date.now,
): IdentityVerifier {
  const keys = createLocalJWKSet(jwks)
  const verified = new Map<string, { identity: Identity | null; until: number }>()

  return async (token) => {
    const cached = verified.get(token)
    if (cached && cached.until > now()) return cached.identity
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: service,
      algorithms: ['EdDSA'],
      typ: 'darsi-identity+jwt',
      currentDate: new Date(now()),
    })
    const { sub, role, sid, auth_time: authTime, session_exp: sessionExp, exp } = payload
    let identity: Identity | null = null
    if (sub !== undefined) {
      if (!isRole(role) || typeof sid !== 'string' || typeof authTime !== 'number') {
        throw new Error('identity token without role, session or time')
      }
      identity = {
        ...{ userId: sub, role, sessionId: sid, authTime },
        ...(typeof sessionExp === 'number' && { sessionExp }),
      }
    }
    makeRoom(verified)
    verified.set(token, { identity, until: (exp ?? 0) * 1000 })
    return identity
  }
}

const maxKept = 20_000

/** Removes the oldest entry of a full cache; removing all would make every caller pay for a signature at once. */
function makeRoom(kept: Map<string, unknown>): void {
  const oldest = kept.size >= maxKept ? kept.keys().next().value : undefined
  if (oldest !== undefined) kept.delete(oldest)
}
