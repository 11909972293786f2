import type { EventInput } from '@darsi/contracts/events/events.ts'
import { noLocation } from '@darsi/contracts/rules/schemas.ts'
import type { Outbox } from '@darsi/kit/events/outbox.ts'
import type { StateSource } from '@darsi/kit/events/reemit.ts'
import { documentsOf } from '@darsi/kit/mongo/collection.ts'
import type { Connection } from 'mongoose'
import { type Account, person } from './accounts/account.ts'
import { createAccountStore } from './accounts/account-store.ts'

/** The state records of accounts (docs/adr/0024). An account that is erased, or about to be, has none. */
export function stateSources(database: Connection, outbox: Outbox): readonly StateSource[] {
  const { collection } = createAccountStore(database)
  return [
    {
      name: 'accounts',
      collection: documentsOf(collection),
      publish: async (id) => {
        let published = 0
        for (const stateOf of [registration, verification])
          if (await outbox.publishState(collection, id, (account) => ifOpen(account, stateOf))) published++
        return published
      },
    },
  ]
}

function ifOpen(account: Account, stateOf: (account: Account) => EventInput | null): EventInput | null {
  return account.erasedAt || account.expiredAt || account.leftAt ? null : stateOf(account)
}

/** Consumers of state records read the account only: the profile that was registered belongs to users. */
function registration(account: Account): EventInput {
  const { _id: userId, role, status, createdAt, phone = '' } = account
  return {
    type: 'user.registered',
    data: { userId, role, status, governorateId: null, createdAt: createdAt.toISOString() },
    personal: { ...person(account), phone, location: noLocation, roleData: {} },
  }
}

function verification(account: Account): EventInput | null {
  const { _id: userId, role, emailVerifiedAt } = account
  if (!emailVerifiedAt) return null
  const data = { userId, role, verifiedAt: emailVerifiedAt.toISOString(), again: true }
  return { type: 'user.verified', data, personal: person(account) }
}
