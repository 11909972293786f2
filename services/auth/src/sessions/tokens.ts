import { randomUUID } from 'node:crypto'
import { accessToken } from '@darsi/contracts/rules/access-token.ts'
import { importJWK, type JWK, SignJWT } from 'jose'
import type { Account } from '../accounts/account.ts'
import type { Session } from './session-store.ts'

export const accessTokenSeconds = 600

export type Tokens = {
  /** Expires with its session at the latest. */
  access: (account: Account, session: Pick<Session, '_id' | 'authTime' | 'endsAt'>) => Promise<string>
  jwks: { keys: JWK[] }
}

/**
 * Ed25519 access tokens, valid for ten minutes, without personal data.
 * @param keys private JWKS: the first signs, the others stay published while their tokens are valid
 */
export async function createTokens(
  keys: { keys: JWK[] },
  now: () => Date = () => new Date(),
): Promise<Tokens> {
  const [first] = keys.keys
  if (!first) throw new Error('AUTH_KEYS holds no key')
  const key = await importJWK(first, accessToken.algorithm)
  return {
    jwks: { keys: keys.keys.map(({ d: _private, ...publicHalf }) => publicHalf) },
    access: ({ _id, role }, { _id: sid, authTime, endsAt }) => {
      const issuedAt = Math.floor(now().getTime() / 1000)
      const lastSecond = Math.floor(endsAt.getTime() / 1000)
      return new SignJWT({ role, sid, auth_time: authTime, session_exp: lastSecond })
        .setProtectedHeader({ alg: accessToken.algorithm, typ: accessToken.type, kid: first.kid ?? '' })
        .setIssuer(accessToken.issuer)
        .setAudience(accessToken.audience)
        .setSubject(_id)
        .setJti(randomUUID())
        .setIssuedAt(issuedAt)
        .setExpirationTime(Math.min(issuedAt + accessTokenSeconds, lastSecond))
        .sign(key)
    },
  }
}
