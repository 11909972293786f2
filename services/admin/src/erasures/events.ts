import type { Consumes } from '@darsi/kit/events/consumer.ts'
import type { AlertStore } from '../alerts/alert-store.ts'
import type { OfferStore } from '../analytics/offer-store.ts'
import type { CareChangeStore } from '../care/care-change-store.ts'
import type { GuardianshipStore } from '../care/guardianship-store.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import type { UpgradeStore } from '../connections/upgrade-store.ts'
import type { DuplicateStore } from '../duplicates/duplicate-store.ts'
import type { Merging } from '../duplicates/merge-accounts.ts'
import type { ReturnCheck } from '../evidence/return-check.ts'
import type { SubscriptionStore } from '../newsletter/subscription-store.ts'
import type { TicketStore } from '../tickets/ticket-store.ts'
import type { UserStore } from '../users/user-store.ts'
import type { Erasures } from './erasure-commands.ts'

export type ErasureEventDeps = {
  erasures: Pick<Erasures, 'requestOwn' | 'requestExpired' | 'confirmed' | 'resume' | 'begun'>
  users: Pick<UserStore, 'release' | 'provenEmail'>
  connections: Pick<ConnectionStore, 'erase'>
  upgrades: Pick<UpgradeStore, 'erase'>
  careChanges: Pick<CareChangeStore, 'erase'>
  guardianships: Pick<GuardianshipStore, 'erase'>
  duplicates: Pick<DuplicateStore, 'erase'>
  alerts: Pick<AlertStore, 'erase' | 'release'>
  offers: Pick<OfferStore, 'erase'>
  tickets: Pick<TicketStore, 'erase'>
  subscriptions: Pick<SubscriptionStore, 'erase'>
  returnCheck: Pick<ReturnCheck, 'closing'>
  merging: Pick<Merging, 'accountErased'>
}

/** The erasure saga: requests for an erasure, the data that this service erases, and the confirmations of the others. */
export function erasureConsumes({ erasures, ...deps }: ErasureEventDeps): Consumes {
  return {
    'user.left': ({ data }) => erasures.requestOwn(data.userId),
    'user.registration-expired': ({ data }) => erasures.requestExpired(data.userId),
    'user.erased': ({ data }) => erasures.confirmed(data.userId, data.service, new Date(data.at)),
    'user.deletion-requested': async ({ data }) => {
      const { userId, role, reason } = data
      const at = new Date(data.at)
      if (reason === 'restored') await erasures.resume(data)
      await erasures.begun(data)
      if (reason !== 'unconfirmed') await deps.returnCheck.closing(userId, at)
      await deps.connections.erase(userId)
      await deps.upgrades.erase(userId, at)
      await deps.careChanges.erase(userId)
      await deps.guardianships.erase(userId, at)
      // before the pairs are erased: it reads which accounts were merged into this one
      await deps.merging.accountErased(userId, at)
      await deps.duplicates.erase(userId)
      await deps.alerts.erase(userId)
      await deps.alerts.release(userId, at)
      await deps.offers.erase(userId)
      if (role === 'admin') await deps.users.release(userId)
      const provenEmail = await deps.users.provenEmail(userId)
      await deps.tickets.erase(userId, provenEmail)
      if (provenEmail) await deps.subscriptions.erase(provenEmail)
      // last: this service confirms like the others, once it holds nothing more
      await erasures.confirmed(userId, 'admin')
    },
  }
}
