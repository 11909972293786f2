import { isDemoAccount } from '@darsi/contracts/reference/demo.ts'
import { normaliseEmail, phoneTyped } from '@darsi/contracts/rules/registration/registration-rules.ts'
import type { Outbox } from '@darsi/kit/events/outbox.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { hashOf } from '@darsi/kit/identity/tokens.ts'
import { type Account, loginObstacle, person } from '../accounts/account.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import { isAsProven } from '../accounts/proof.ts'
import { type Counted, uncountedInOutage } from '../limits.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { Refreshed, Sessions } from '../sessions/sessions.ts'

type Parts = {
  accounts: AccountStore
  passwords: Passwords
  sessions: Sessions
  outbox: Outbox
  now: () => Date
  /** With DEMO off, accounts of an earlier demo are still in the database, and their password is public. */
  isDemo: boolean
}

const knownDevices = 20
/** How often the last login of an account is written and told, while it signs in on devices that it knows. */
const toldEveryMs = 3_600_000

type Identifier = { email: string } | { phone: string }

/** The identifier of a sign-in: address or telephone number. @throws problem `login-identifier-missing` or `fields-required` */
export function identifierOf(given: { email?: string | undefined; phone?: string | undefined }): Identifier {
  if (given.email === undefined && given.phone === undefined) throw problem('login-identifier-missing')
  const email = normaliseEmail(given.email ?? '')
  if (email !== '') return { email }
  if (given.phone === undefined || given.phone.trim() === '') throw problem('fields-required')
  // an invalid number belongs to no account
  return { phone: phoneTyped(given.phone) ?? given.phone.trim() }
}

export function createLogin(parts: Parts) {
  const { accounts, passwords, sessions } = parts

  return {
    /** The account of an address, or of a telephone number that no other account has. */
    find: (identifier: Identifier): Promise<Account | null> =>
      'phone' in identifier ? accounts.onlyByPhone(identifier.phone) : accounts.byEmail(identifier.email),

    /**
     * The account, if the password is its own. No account and a wrong password answer the same after the same work.
     */
    check: async (account: Account | null, password: string, counted: Counted): Promise<Account> => {
      const isOpen = account !== null && !isClosed(parts, account)
      const right = await uncountedInOutage(counted, () =>
        isOpen && account.passwordHash
          ? passwords.verify(account.passwordHash, password)
          : passwords.verifyNothing(password),
      )
      if (!account) await accounts.pretend()
      if (isOpen && !right) await noteWrongPassword(parts, account, counted)
      if (!account || !right) throw problem('login-failed')
      if (!passwords.isOutdated(account.passwordHash)) return account
      return uncountedInOutage(counted, () => rehashed(parts, account, password))
    },

    /** Other obstacles are reported only to a caller with the right password. @throws problem of the account's state */
    admit: async (account: Account): Promise<void> => {
      const obstacle = loginObstacle(account)
      if (!obstacle) return
      await noteFailure(parts, account, 'state')
      throw problem(obstacle)
    },

    /** The account of a signed-in caller who enters the password again. @throws problem `password-wrong` */
    prove: async (userId: string, password: string, counted: Counted): Promise<Account> => {
      const { account, right } = await uncountedInOutage(counted, async () => {
        const found = await accounts.byId(userId)
        if (!found || loginObstacle(found)) throw problem('session-ended')
        return { account: found, right: await passwords.verify(found.passwordHash, password) }
      })
      if (!right) {
        await noteWrongPassword(parts, account, counted)
        throw problem('password-wrong')
      }
      return account
    },

    /**
     * Starts the session of an account after all proofs. The session is written first: a suspension or a new password
     * at the same time then either stops this login or finds the session and ends it.
     */
    begin: async (proven: Account, device: string): Promise<Refreshed> => {
      const started = await sessions.start(proven, device)
      try {
        const account = await noteLogin(parts, proven, device)
        return { ...started, account }
      } catch (error) {
        await sessions.discard(started.session._id)
        throw error
      }
    },

    noteFailure: (account: Account, reason: Failure) => noteFailure(parts, account, reason),
  }
}

/** Hashes the password again with the current parameters. @throws problem `login-failed` when it was changed meanwhile */
async function rehashed(
  { accounts, passwords }: Parts,
  account: Account,
  password: string,
): Promise<Account> {
  const passwordHash = await passwords.hash(password)
  const replaced = await accounts.collection.updateOne(
    { _id: account._id, passwordHash: account.passwordHash },
    { $set: { passwordHash } },
  )
  if (replaced.modifiedCount === 1) return { ...account, passwordHash }
  // another login has rehashed it, or the password has changed: the given one must be the current one
  const current = await accounts.byId(account._id)
  const isRight = current?.passwordHash && (await passwords.verify(current.passwordHash, password))
  if (!current || !isRight) throw problem('login-failed')
  return current
}

/**
 * Reads the account again: a suspension does not raise its version, so the compare-and-set would not notice it. The
 * ordinary login, on a known device within an hour of the last, writes and tells nothing.
 */
async function noteLogin(parts: Parts, proven: Account, device: string): Promise<Account> {
  const { accounts, outbox, now } = parts
  const fingerprint = hashOf(device)
  const at = now()
  const mayEnter = (account: Account) => {
    const obstacle = loginObstacle(account)
    if (obstacle) throw problem(obstacle)
    if (!isAsProven(account, proven) || isClosed(parts, account)) throw problem('login-failed')
  }
  const isTold = ({ devices, loginToldAt }: Account) =>
    devices.includes(fingerprint) && loginToldAt && at.getTime() - loginToldAt.getTime() < toldEveryMs
  if (isTold(proven)) {
    const account = await accounts.byId(proven._id)
    if (!account) throw problem('login-failed')
    mayEnter(account)
    return account
  }
  const noted = await outbox.update(accounts.collection, proven._id, (account) => {
    mayEnter(account)
    const others = account.devices.filter((known) => known !== fingerprint)
    const isNew = others.length === account.devices.length
    return {
      update: { $set: { devices: [...others, fingerprint].slice(-knownDevices), loginToldAt: at } },
      event: {
        type: 'user.logged-in',
        data: {
          userId: account._id,
          role: account.role,
          at: at.toISOString(),
          // no mail about the first device
          newDevice: isNew && account.devices.length > 0,
        },
        personal: { ...person(account), device },
      },
    }
  })
  if (!noted) throw problem('login-failed')
  return noted
}

type Failure = 'password' | 'factor' | 'state'

async function noteFailure({ accounts, outbox, now }: Parts, { _id }: Account, reason: Failure) {
  await outbox.update(accounts.collection, _id, ({ role }) => ({
    update: {},
    event: { type: 'user.login-failed', data: { userId: _id, role, at: now().toISOString(), reason } },
  }))
}

async function noteWrongPassword(parts: Parts, account: Account, { isHalf }: Counted) {
  await noteFailure(parts, account, 'password')
  if (!isHalf) return
  const { accounts, outbox, now } = parts
  await outbox.update(accounts.collection, account._id, (current) => ({
    update: {},
    event: {
      type: 'user.password-attacked',
      data: { userId: current._id, role: current.role, at: now().toISOString() },
      personal: person(current),
    },
  }))
}

const isClosed = ({ isDemo }: Parts, { _id }: Account): boolean => !isDemo && isDemoAccount(_id)

export type Login = ReturnType<typeof createLogin>
