import { normaliseEmail } from '@darsi/contracts/registration-rules.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type Account, loginObstacle, person } from './account.ts'
import type { AccountStore } from './account-store.ts'
import type { Passwords } from './passwords.ts'
import { hashOf } from './secrets.ts'
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
     * An unknown address and a wrong password answer the same after the same work; what else is in the way is told
     * only to someone who has the password.
     */
    check: async (email: string, password: string): Promise<Account> => {
      if (email.trim() === '' || password === '') throw problem('fields-required')
      const account = await accounts.byEmail(normaliseEmail(email))
      const right = account
        ? await passwords.verify(account.passwordHash, password)
        : await passwords.verifyNothing(password)
      if (!account || !right) throw problem('login-failed')
      const obstacle = loginObstacle(account)
      if (obstacle) throw problem(obstacle)
      if (passwords.isOutdated(account.passwordHash)) {
        const passwordHash = await passwords.hash(password)
        await accounts.model.updateOne(
          { _id: account._id, passwordHash: account.passwordHash },
          { $set: { passwordHash } },
        )
      }
      return account
    },

    /** Begins the session of an account whose proofs are complete. */
    begin: async (account: Account, device: string): Promise<Refreshed> => {
      await noteLogin(account, device)
      return sessions.start(account, device)
    },
  }

  async function noteLogin({ _id }: Account, device: string) {
    const fingerprint = hashOf(device)
    await outbox.update(accounts.model, _id, (account) => {
      const isKnown = account.devices.includes(fingerprint)
      return {
        update: {
          $set: {
            devices: [...account.devices.filter((known) => known !== fingerprint), fingerprint].slice(
              -knownDevices,
            ),
          },
        },
        event: {
          type: 'user.logged-in',
          // the very first device is not news to its owner
          data: {
            userId: _id,
            role: account.role,
            at: now().toISOString(),
            newDevice: !isKnown && account.devices.length > 0,
          },
          personal: { ...person(account), device },
        },
      }
    })
  }
}
