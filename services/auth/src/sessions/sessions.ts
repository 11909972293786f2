import { createHmac, randomUUID } from 'node:crypto'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { refreshGraceMs, sessionLimitsOf } from '@darsi/contracts/rules/session-limits.ts'
import type { Outbox } from '@darsi/kit/events/outbox.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { hashOf, newToken } from '@darsi/kit/identity/tokens.ts'
import { type Account, person } from '../accounts/account.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import { isAsProven } from '../accounts/proof.ts'
import type { Revocations } from './revocations.ts'
import type { Session, SessionStore } from './session-store.ts'
import { accessTokenSeconds } from './tokens.ts'

function isOver({ endsAt, lastUsedAt }: Session, role: Role, at: Date): boolean {
  return endsAt <= at || at.getTime() - lastUsedAt.getTime() > sessionLimitsOf(role).idleMs
}

/** True for a session from before an ending proof; the process that should have ended it may have died. */
const isBefore = (session: Pick<Session, 'endings'>, account: Pick<Account, 'endings'>): boolean =>
  session.endings < account.endings

const batch = 500

type Parts = {
  sessions: SessionStore
  accounts: AccountStore
  outbox: Outbox
  revocations: Pick<Revocations, 'endSession' | 'endBefore'>
  now: () => Date
}
export type Refreshed = { account: Account; session: Session; refreshToken: string }

/** Sessions with single-use refresh tokens, and the revocation of unexpired access tokens. */
export function createSessions(parts: Parts) {
  const { sessions, revocations, now } = parts
  const end = (sessionId: string) => endSession(parts, sessionId)

  return {
    start: async (account: Account, device: string): Promise<Refreshed> => {
      const createdAt = now()
      const endsAt = new Date(createdAt.getTime() + sessionLimitsOf(account.role).lifeMs)
      return insert(parts, account, { device: device.slice(0, 200), createdAt, endsAt })
    },

    refresh: (refreshToken: string) => refresh(parts, refreshToken),

    renew: (sessionId: string, proven: Account) => renew(parts, sessionId, proven),

    end,

    /** Deletes a session whose tokens were never sent. */
    discard: (sessionId: string) => sessions.remove(sessionId),

    /** Ends the session of a refresh token; an unknown token ends nothing. */
    endByToken: async (refreshToken: string) => {
      const [id = ''] = refreshToken.split('.')
      const session = await sessions.byId(id)
      const known = session && [session.refreshHash, session.previousHash].includes(hashOf(refreshToken))
      if (known) await end(id)
    },

    /**
     * Ends all sessions of an account, except one if given; their access tokens stop working at once.
     * @param after the account after the proof: needed to keep one session valid
     */
    endAll: async (userId: string, except?: string, after?: Account | null) => {
      // a session that an earlier proof should have ended must not become valid by a later one
      const stays = except && (!after || (await sessions.goOn(except, after.endings))) ? except : null
      const others = (await sessions.ofUser(userId)).filter(({ _id }) => _id !== stays)
      // there is no retry after this: one failure must not keep the other sessions alive
      const ended = await Promise.allSettled(others.map(({ _id }) => end(_id)))
      // a token of this second may belong to a later login; the sessions above are revoked one by one
      if (except === undefined) {
        await revocations.endBefore(userId, Math.floor(now().getTime() / 1000))
      }
      const failed = ended.find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
    },

    /** Ends the sessions from before the last ending proof of the account: the process that had to may have failed. */
    endOutdated: async (account: Account): Promise<void> => {
      for (const session of await sessions.ofUser(account._id))
        if (isBefore(session, account)) await end(session._id)
    },

    endLeft: () => endLeft(parts),

    /** Sessions that have not ended, last used first. */
    list: async (userId: string, role: Role) =>
      (await sessions.ofUser(userId)).filter((session) => !isOver(session, role, now())),
  }
}

/**
 * Exchanges a refresh token. Repeated within a minute it returns the same successor (two tabs, a lost answer). A later
 * use of an old token means that it was copied, so the whole session ends.
 */
async function refresh(parts: Parts, refreshToken: string): Promise<Refreshed> {
  const { sessions, accounts, now } = parts
  const [id = '', family = ''] = refreshToken.split('.')
  const session = await sessions.byId(id)
  const account = session && (await accounts.byId(session.userId))
  // the id alone is no secret: an invented token must not end another person's session
  if (!session || !account || session.familyHash !== hashOf(family)) throw problem('session-ended')
  const at = now()
  const isVoid = isOver(session, account.role, at) || isBefore(session, account)
  if (isVoid || account.status === 'suspended') {
    await endSession(parts, id)
    throw problem('session-ended')
  }
  const used = hashOf(refreshToken)
  const next = `${id}.${family}.${successorOf(refreshToken, session.secret)}`
  if (used === session.refreshHash) {
    const rotated = await sessions.rotate(id, used, hashOf(next), at)
    if (rotated) return { account, session: rotated, refreshToken: next }
  }
  const again = used === session.refreshHash ? await sessions.byId(id) : session
  if (again?.previousHash === used && at.getTime() - again.rotatedAt.getTime() <= refreshGraceMs) {
    return { account, session: again, refreshToken: next }
  }
  if (await endSession(parts, id)) await reportReuse(parts, session)
  throw problem('session-ended')
}

/**
 * After a new password proof a new session replaces the old one, with the same end. All tokens of the old session,
 * including copies, stop working. @throws problem `session-ended`
 */
async function renew(parts: Parts, sessionId: string, proven: Account): Promise<Refreshed> {
  const { sessions, now } = parts
  const old = await sessions.byId(sessionId)
  if (!old || old.userId !== proven._id || isOver(old, proven.role, now()) || isBefore(old, proven))
    throw problem('session-ended')
  const { device, createdAt, endsAt } = old
  const renewed = await insert(parts, proven, { device, createdAt, endsAt })
  const follows = await mayFollow(parts, proven, sessionId).catch(async (error: unknown) => {
    await sessions.remove(renewed.session._id)
    throw error
  })
  if (follows) return renewed
  await sessions.remove(renewed.session._id)
  throw problem('session-ended')
}

/**
 * Runs after the new session is written: an ownership proof meanwhile ended the old session and does not see the new
 * one.
 */
async function mayFollow(parts: Parts, proven: Account, oldId: string): Promise<boolean> {
  const { accounts } = parts
  const account = await accounts.byId(proven._id)
  return (
    account !== null &&
    isAsProven(account, proven) &&
    account.status !== 'suspended' &&
    endSession(parts, oldId)
  )
}

/** Without Redis the session ends too, but the caller gets an error, because an access token may still be accepted. */
async function endSession({ sessions, revocations }: Parts, sessionId: string): Promise<boolean> {
  const [revoked] = await Promise.allSettled([revocations.endSession(sessionId)])
  const wasThere = await sessions.remove(sessionId)
  if (revoked.status === 'rejected') throw revoked.reason
  return wasThere
}

/** A refresh token was copied: mails the owner and writes to the audit log. */
const reportReuse = ({ accounts, outbox, now }: Parts, { userId, device }: Session) =>
  outbox.update(accounts.collection, userId, (account) => ({
    update: {},
    event: {
      type: 'user.session-ended',
      data: { userId, role: account.role, at: now().toISOString(), reason: 'reuse' },
      personal: { ...person(account), device },
    },
  }))

async function insert(
  { sessions, now }: Parts,
  account: Account,
  of: Pick<Session, 'device' | 'createdAt' | 'endsAt'>,
) {
  const at = now()
  const id = randomUUID()
  const family = newToken()
  const refreshToken = `${id}.${family}.${newToken()}`
  const session: Session = {
    ...of,
    _id: id,
    userId: account._id,
    familyHash: hashOf(family),
    refreshHash: hashOf(refreshToken),
    previousHash: null,
    rotatedAt: at,
    secret: newToken(),
    authTime: Math.floor(at.getTime() / 1000),
    endings: account.endings,
    lastUsedAt: at,
  }
  await sessions.insert(session)
  return { account, session, refreshToken }
}

/**
 * Ends sessions that a killed process did not end, while their access tokens may be valid; a refresh ends the others.
 */
async function endLeft(parts: Parts): Promise<number> {
  const { sessions, accounts, now } = parts
  const used = await sessions.usedSince(new Date(now().getTime() - (accessTokenSeconds + 60) * 1000))
  let count = 0
  for (let from = 0; from < used.length; from += batch) {
    const some = used.slice(from, from + batch)
    const found = await accounts.endingsById(some.map(({ userId }) => userId))
    const accountOf = new Map(found.map((account) => [account._id, account]))
    for (const session of some) {
      const account = accountOf.get(session.userId)
      if (!account || !isBefore(session, account)) continue
      // without Redis it ends too, and its revocation is restored from the database
      await Promise.allSettled([endSession(parts, session._id)])
      count++
    }
  }
  return count
}

export type Sessions = ReturnType<typeof createSessions>

/** The successor of a refresh token: deterministic, and not computable from the stored secret alone. */
function successorOf(token: string, secret: string): string {
  return createHmac('sha256', secret).update(token).digest('base64url')
}
