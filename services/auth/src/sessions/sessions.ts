import { createHmac, randomUUID } from 'node:crypto'
import { revokedBeforeKey, revokedSessionKey } from '@darsi/contracts/access-token.ts'
import type { Role } from '@darsi/contracts/roles.ts'
import { sessionLimitsOf } from '@darsi/contracts/session-limits.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import { hashOf, newToken } from '@darsi/kit/tokens.ts'
import type { Redis } from 'ioredis'
import { type Account, person } from '../accounts/account.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import type { Session, SessionStore } from './session-store.ts'
import { accessTokenSeconds } from './tokens.ts'

const graceMs = 10_000

function isOver({ endsAt, lastUsedAt }: Session, role: Role, at: Date): boolean {
  return endsAt <= at || at.getTime() - lastUsedAt.getTime() > sessionLimitsOf(role).idleMs
}

type Parts = {
  sessions: SessionStore
  accounts: AccountStore
  outbox: Outbox
  redis: Redis
  now: () => Date
}
export type Refreshed = { account: Account; session: Session; refreshToken: string }

/** Sessions with a single-use refresh token, and the revocation of access tokens that still live. */
export function createSessions({ sessions, accounts, outbox, redis, now }: Parts) {
  const revoke = async (key: string, value: string | number) => {
    try {
      await redis.set(key, value, 'EX', accessTokenSeconds + 60)
    } catch (cause) {
      // a session that only seems to end must not be reported as ended
      throw problem('unavailable', { retryAfter: 5, cause })
    }
  }

  const revokeLive = async (sessionId: string) => {
    await revoke(revokedSessionKey(sessionId), '1')
  }

  const end = async (sessionId: string) => {
    await revokeLive(sessionId)
    return sessions.remove(sessionId)
  }

  /** Somebody holds a copy of a refresh token: its owner is told, and the audit log. */
  const tellOwner = ({ userId, device }: Session) =>
    outbox.update(accounts.model, userId, (account) => ({
      update: {},
      event: {
        type: 'user.session-ended',
        data: { userId, role: account.role, at: now().toISOString(), reason: 'reuse' },
        personal: { ...person(account), device },
      },
    }))

  return {
    start: async (account: Account, device: string): Promise<Refreshed> => {
      const at = now()
      const id = randomUUID()
      const family = newToken()
      const refreshToken = `${id}.${family}.${newToken()}`
      const session: Session = {
        _id: id,
        userId: account._id,
        familyHash: hashOf(family),
        refreshHash: hashOf(refreshToken),
        previousHash: null,
        rotatedAt: at,
        secret: newToken(),
        authTime: Math.floor(at.getTime() / 1000),
        device: device.slice(0, 200),
        createdAt: at,
        lastUsedAt: at,
        endsAt: new Date(at.getTime() + sessionLimitsOf(account.role).lifeMs),
      }
      await sessions.insert(session)
      return { account, session, refreshToken }
    },

    /**
     * Exchanges a refresh token. Within ten seconds a repeated exchange gets the same successor (two tabs, a lost
     * answer); any later use of an old token means that it was copied, and the whole session ends.
     */
    refresh: async (refreshToken: string): Promise<Refreshed> => {
      const [id = '', family = ''] = refreshToken.split('.')
      const session = await sessions.byId(id)
      const account = session && (await accounts.byId(session.userId))
      // the id alone is no secret: an invented token must not end somebody's session
      if (!session || !account || session.familyHash !== hashOf(family)) throw problem('session-ended')
      const at = now()
      if (isOver(session, account.role, at) || account.status === 'suspended') {
        await end(id)
        throw problem('session-ended')
      }
      const used = hashOf(refreshToken)
      const next = `${id}.${family}.${successorOf(refreshToken, session.secret)}`
      if (used === session.refreshHash) {
        const rotated = await sessions.rotate(id, used, hashOf(next), at)
        if (rotated) return { account, session: rotated, refreshToken: next }
      }
      const again = used === session.refreshHash ? await sessions.byId(id) : session
      if (again?.previousHash === used && at.getTime() - again.rotatedAt.getTime() <= graceMs) {
        return { account, session: again, refreshToken: next }
      }
      if (await end(id)) await tellOwner(session)
      throw problem('session-ended')
    },

    /** The password was proven once more in a session: tokens from now on say so. @throws problem `session-ended` */
    prove: async (sessionId: string, account: Account): Promise<Session> => {
      const at = now()
      const session = await sessions.prove(sessionId, account._id, Math.floor(at.getTime() / 1000))
      if (!session || isOver(session, account.role, at)) throw problem('session-ended')
      return session
    },

    end,

    /** Forgets a session of which nobody got a token. */
    discard: (sessionId: string) => sessions.remove(sessionId),

    /** Ends the session that a refresh token belongs to; an unknown token ends nothing. */
    endByToken: async (refreshToken: string) => {
      const [id = ''] = refreshToken.split('.')
      const session = await sessions.byId(id)
      const known = session && [session.refreshHash, session.previousHash].includes(hashOf(refreshToken))
      if (known) await end(id)
    },

    /** Ends all sessions of an account, but one if named; access tokens of the ended ones stop at once. */
    endAll: async (userId: string, except?: string) => {
      for (const session of await sessions.ofUser(userId)) {
        if (session._id !== except) await end(session._id)
      }
      // a token of this very second may be of a login after this; those of the sessions above are revoked one by one
      if (except === undefined) {
        await revoke(revokedBeforeKey(userId), Math.floor(now().getTime() / 1000))
      }
    },

    /** The live ones, the last used first. */
    list: async (userId: string, role: Role) =>
      (await sessions.ofUser(userId)).filter((session) => !isOver(session, role, now())),
  }
}

export type Sessions = ReturnType<typeof createSessions>

/** The successor of a refresh token: the same for the same token, and not to be told from the stored secret alone. */
function successorOf(token: string, secret: string): string {
  return createHmac('sha256', secret).update(token).digest('base64url')
}
