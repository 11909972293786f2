import { randomUUID } from 'node:crypto'
import { isDemoAccount } from '@darsi/contracts/reference/demo.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import type { AdminRole } from '@darsi/contracts/reference/roles.ts'
import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { isEmail, normaliseEmail } from '@darsi/contracts/rules/registration/registration-rules.ts'
import { locationSchema } from '@darsi/contracts/rules/schemas.ts'
import { isInvisible, visibleLine } from '@darsi/contracts/rules/texts/visible.ts'
import type { Outbox } from '@darsi/kit/events/outbox.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { hashOf, newToken } from '@darsi/kit/identity/tokens.ts'
import { blankAccount, hasPassword, type NewAccount, person } from '../accounts/account.ts'
import type { AccountStore } from '../accounts/account-store.ts'

type Parts = { accounts: AccountStore; outbox: Outbox; now: () => Date }
type Invited = { email: string; fullName: string; language: Language }

const invitationLifeMs = 72 * hourMs
const firstLifeMs = hourMs

/** Accounts of administrators created by invitation: they set their password once, by a link. */
export function createInvitation({ accounts, outbox, now }: Parts) {
  const account = (role: AdminRole, invited: Invited, lifeMs: number) => {
    const at = now()
    const token = newToken()
    const made: NewAccount = {
      ...blankAccount({ id: randomUUID(), role, status: 'approved', at, person: invited }),
      approvedAt: at,
      recovery: { hash: hashOf(token), expiresAt: new Date(at.getTime() + lifeMs), older: [] },
    }
    const data = { userId: made._id, role, status: made.status, createdAt: at.toISOString() }
    return { made, token, data }
  }

  return {
    /**
     * Mails a link to a future administrator. An invitation that was not used yet is replaced: its link ends. @throws
     * problem `address-taken`
     */
    invite: async (role: AdminRole, values: Invited, by: string): Promise<{ id: string }> => {
      const { made, token, data } = account(role, checked(values), invitationLifeMs)
      const earlier = await accounts.byEmail(made.email)
      if (earlier && !hasPassword(earlier)) await giveUp(earlier._id)
      if (!(await accounts.addresses.claim(made.email, made._id, now()))) throw problem('address-taken')
      await outbox.insert(accounts.collection, made, {
        type: 'user.invited',
        data: { ...data, by },
        personal: { ...person(made), invitationToken: token },
      })
      return { id: made._id }
    },

    /**
     * Creates the super-admin of a system that has none. One who never set a password is replaced, or a mistyped
     * address would lock everyone out. A demo's super-admin does not count, because with DEMO off nobody can sign in to
     * it.
     * @returns the token of the link that sets the password, valid for an hour
     */
    first: async (values: Invited): Promise<string> => {
      const { made, token, data } = account('super-admin', checked(values), firstLifeMs)
      const others = (await accounts.superAdmins()).filter(({ _id }) => !isDemoAccount(_id))
      if (others.some(hasPassword)) throw problem('decision-not-allowed')
      for (const { _id } of others) await giveUp(_id)
      if (!(await accounts.addresses.claim(made.email, made._id, now()))) throw problem('address-taken')
      await outbox.insert(accounts.collection, made, {
        type: 'user.registered',
        data: { ...data, governorateId: null },
        personal: { ...person(made), phone: '', location: locationSchema.parse({}), roleData: {} },
      })
      return token
    },
  }

  /** Expires an account whose link was never used; it is erased like an unconfirmed registration. */
  async function giveUp(id: string): Promise<void> {
    await outbox.update(accounts.collection, id, (doc) => {
      if (hasPassword(doc)) throw problem('decision-not-allowed')
      if (doc.expiredAt) return null
      const at = now()
      return {
        update: { $set: { expiredAt: at, recovery: null } },
        event: {
          type: 'user.registration-expired',
          data: { userId: id, role: doc.role, at: at.toISOString() },
        },
      }
    })
    await accounts.addresses.releaseAll(id)
  }
}

function checked({ email, fullName, language }: Invited): Invited {
  if (isInvisible(fullName)) throw problem('full-name-required')
  if (!isEmail(email)) throw problem('email-invalid')
  return { email: normaliseEmail(email), fullName: visibleLine(fullName).trim().normalize('NFC'), language }
}

export type Invitation = ReturnType<typeof createInvitation>
