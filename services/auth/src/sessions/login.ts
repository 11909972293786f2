import { normaliseEmail } from '@darsi/contracts/registration-rules.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import { hashOf } from '@darsi/kit/tokens.ts'
import { type Account, loginObstacle, person } from '../accounts/account.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { Refreshed, Sessions } from './sessions.ts'

type Parts = {
  accounts: AccountStore
  passwords: Passwords
  sessions: Sessions
  outbox: Outbox
  now: () => Date
}

const knownDevices = 20

export function createLogin({ accounts, passwords, sessions, outbox, now }: Parts) {
  return {
    /**
     * The account of an address and its password. An unknown address and a wrong password answer the same after the
     * same work.
     */
    check: async (email: string, password: string): Promise<Account> => {
      if (email.trim() === '' || password === '') throw problem('fields-required')
      const account = await accounts.byEmail(normaliseEmail(email))
      const right = account?.passwordHash
        ? await passwords.verify(account.passwordHash, password)
        : await passwords.verifyNothing(password)
      if (!account) await accounts.pretend()
      if (account && !right) await noteFailure(account, 'password')
      if (!account || !right) throw problem('login-failed')
      return passwords.isOutdated(account.passwordHash) ? rehashed(account, password) : account
    },

    /** What else is in the way is told only to someone who has the password. @throws problem of the account's state */
    admit: async (account: Account): Promise<void> => {
      const obstacle = loginObstacle(account)
      if (!obstacle) return
      await noteFailure(account, 'state')
      throw problem(obstacle)
    },

    /** The account of someone signed in who shows the password once more. @throws problem `password-wrong` */
    prove: async (userId: string, password: string): Promise<Account> => {
      const account = await accounts.byId(userId)
      if (!account || loginObstacle(account)) throw problem('session-ended')
      if (!(await passwords.verify(account.passwordHash, password))) {
        await noteFailure(account, 'password')
        throw problem('password-wrong')
      }
      return account
    },

    /**
     * Begins the session of an account whose proofs are complete. The session is written first: a suspension or a
     * new password in between then either stops this login or finds the session and ends it.
     */
    begin: async (proven: Account, device: string): Promise<Refreshed> => {
      const started = await sessions.start(proven, device)
      try {
        const account = await noteLogin(proven, device)
        return { ...started, account }
      } catch (error) {
        await sessions.discard(started.session._id)
        throw error
      }
    },

    noteFailure,
  }

  async function rehashed(account: Account, password: string): Promise<Account> {
    const passwordHash = await passwords.hash(password)
    const replaced = await accounts.model.updateOne(
      { _id: account._id, passwordHash: account.passwordHash },
      { $set: { passwordHash } },
    )
    // beaten by another login's rehash or by a new password: the account as it is now decides
    return replaced.modifiedCount === 1
      ? { ...account, passwordHash }
      : ((await accounts.byId(account._id)) ?? account)
  }

  async function noteLogin(proven: Account, device: string): Promise<Account> {
    const fingerprint = hashOf(device)
    // read anew, not as it was proven: a suspension is no version of ours, so nothing else would notice it
    const noted = await outbox.update(accounts.model, proven._id, (account) => {
      const obstacle = loginObstacle(account)
      if (obstacle) throw problem(obstacle)
      if (account.passwordHash !== proven.passwordHash) throw problem('login-failed')
      const others = account.devices.filter((known) => known !== fingerprint)
      const isNew = others.length === account.devices.length
      return {
        update: { $set: { devices: [...others, fingerprint].slice(-knownDevices) } },
        event: {
          type: 'user.logged-in',
          data: {
            userId: account._id,
            role: account.role,
            at: now().toISOString(),
            // the very first device is not news to its owner
            newDevice: isNew && account.devices.length > 0,
          },
          personal: { ...person(account), device },
        },
      }
    })
    if (!noted) throw problem('login-failed')
    return noted
  }

  async function noteFailure({ _id }: Account, reason: 'password' | 'factor' | 'state') {
    await outbox.update(accounts.model, _id, ({ role }) => ({
      update: {},
      event: { type: 'user.login-failed', data: { userId: _id, role, at: now().toISOString(), reason } },
    }))
  }
}

export type Login = ReturnType<typeof createLogin>
