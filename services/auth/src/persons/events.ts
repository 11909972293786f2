import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import type { Consumes } from '@darsi/kit/events/consumer.ts'
import type { Outbox } from '@darsi/kit/events/outbox.ts'
import { type Account, isProven } from '../accounts/account.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import type { Contact } from './person-hashes.ts'
import type { PersonStore } from './person-store.ts'

type Parts = { accounts: AccountStore; persons: PersonStore; outbox: Outbox }

export type PersonConsumes = ReturnType<typeof personConsumes>

/** Keeps the register of persons up to date, and looks up each new address and telephone in it. */
export function personConsumes({ accounts, persons, outbox }: Parts) {
  const isPresent = async (userId: string) => (await accounts.byId(userId)) !== null

  async function recognise(userId: string, contact: Contact, at: string): Promise<void> {
    const former = await persons.find(contact, userId)
    if (!former) return
    await outbox.update(accounts.collection, userId, ({ role, erasedAt, leftAt, expiredAt }) =>
      erasedAt || leftAt || expiredAt
        ? null
        : {
            update: {},
            event: { type: 'user.recognised', data: { userId, role, at }, personal: { former } },
          },
    )
  }
  const emailChanged = async (
    subject: string,
    left: string,
    { email, time }: { email: string; time: string },
  ) => {
    if (!(await isPresent(subject))) return
    if (left !== email) await persons.emailChanged(subject, email, left)
    await recognise(subject, { email, phone: '', fullName: '' }, time)
  }
  async function followAlert(account: Account, alertId: string, at: string): Promise<void> {
    if (await persons.isFollowed(account._id, alertId)) return
    for (const userId of await persons.sharing(contactOf(account), account._id)) {
      const other = await accounts.byId(userId)
      if (other) await recognise(userId, contactOf(other), at)
    }
    // after it, so that a repetition after a crash looks them up
    await persons.followed(account._id, alertId)
  }
  const reopened = ({ subject }: { subject: string }) => persons.reopened(subject)

  return {
    // an erased account's events may be redelivered
    'user.registered': async (event: DarsiEvent<'user.registered'>) => {
      const { subject, personal, time } = event
      if (!(await isPresent(subject))) return
      await persons.registered(event)
      const { email, phone, fullName, former } = personal
      // after `registered`: an alert that opens at this moment finds the new row, or this call finds the alert
      if (!former) await recognise(subject, { email, phone, fullName }, time)
    },
    'user.email-changed': ({ subject, personal: { email, oldEmail }, time }) =>
      emailChanged(subject, oldEmail, { email, time }),
    'user.email-change-undone': ({ subject, personal: { email, newEmail }, time }) =>
      emailChanged(subject, newEmail, { email, time }),
    'user.profile-changed': async (event: DarsiEvent<'user.profile-changed'>) => {
      const { subject, personal, time } = event
      if (!(await isPresent(subject))) return
      // before the new telephone is written, so that a repetition after a crash looks it up
      if (await persons.hasOtherPhone(event))
        await recognise(subject, { email: '', phone: personal.phone, fullName: personal.fullName }, time)
      await persons.profileChanged(event)
    },
    'user.suspended': async ({ subject, data }) => {
      const account = await accounts.byId(subject)
      if (account?.status === 'suspended') await persons.suspended(account, new Date(data.at))
    },
    'user.approved': reopened,
    'user.reinstated': reopened,
    'user.reopened': reopened,
    'guardian.joined': async ({ data: { accountId, guardianId } }) => {
      if (accountId && (await isPresent(accountId))) await persons.guardianJoined(accountId, guardianId)
    },
    'guardian.left': async ({ data: { accountId, guardianId, at } }) => {
      if (accountId) await persons.guardianLeft(accountId, guardianId, new Date(at))
    },
    'alert.opened': async ({ data: { alertId, reason, severity, aboutIds, at } }) => {
      for (const userId of aboutIds) {
        const account = await accounts.byId(userId)
        await persons.alerted(userId, alertId, account)
        // an alert that the register caused must not cause one about the first account
        if (account && severity === 'high' && reason !== 'returned') await followAlert(account, alertId, at)
      }
    },
  } satisfies Consumes
}

/** An address that was never proven may be a stranger's. */
const contactOf = (account: Account): Contact => ({
  email: isProven(account) ? account.email : '',
  phone: account.phone ?? '',
  fullName: account.fullName,
})
