/**
 * How auth's access tokens are marked and how the gateway pins them.
 * Claims beside these: `sub` account id, `role`, `sid` session id, `auth_time` of the last proven password, `iat`, `exp`, `jti`.
 */
export const accessToken = {
  issuer: 'darsi-auth',
  audience: 'darsi',
  type: 'at+jwt',
  algorithm: 'EdDSA',
} as const

/** How long a proven password counts for calls marked `fresh`, in seconds. */
export const freshSeconds = 600

/** Redis keys by which auth ends live access tokens; the gateway reads them on every call. */
export const revokedSessionKey = (sessionId: string) => `revoked:sid:${sessionId}`

/** Holds epoch seconds: tokens of the account that were issued before are refused. */
export const revokedBeforeKey = (userId: string) => `revoked:before:${userId}`

/**
 * Holds the run id of the Redis server once auth has written every revocation that still counts. Absent or of another
 * run: the server was emptied or restarted, so a token without a key beside it may still be a revoked one.
 */
export const revocationsCompleteKey = 'revoked:complete'
