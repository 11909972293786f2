/**
 * Claims of auth's access tokens, which the gateway checks. Others: `sub` account id, `role`, `sid` session id,
 * `auth_time` of the last proven password, `iat`, `exp`, `jti`.
 */
export const accessToken = {
  issuer: 'darsi-auth',
  audience: 'darsi',
  type: 'at+jwt',
  algorithm: 'EdDSA',
} as const

/** How long a password proof is valid for calls marked `fresh`, in seconds. */
export const freshSeconds = 600

/** Redis keys by which auth revokes access tokens; the gateway reads them on every call. */
export const revokedSessionKey = (sessionId: string) => `revoked:sid:${sessionId}`

/** Holds epoch seconds: tokens of the account issued before are refused. */
export const revokedBeforeKey = (userId: string) => `revoked:before:${userId}`

/** Redis channel of revocations; a message is the key that auth wrote. */
export const revokedChannel = 'revoked'

/**
 * Holds the replication id of the Redis server once auth has written every valid revocation. Missing, or another id: the
 * server was emptied, restarted or promoted, so a token without a revocation key may still be revoked.
 */
export const revocationsCompleteKey = 'revoked:complete'
