import type { Consumes } from '@darsi/kit/events/consumer.ts'
import type { Parts } from './parts.ts'

/** The erasure saga: requests for an erasure, the data that this service erases, and the confirmations of the others. */
export function erasureConsumes({ erasures, ...parts }: Parts): Consumes {
  return {
    'user.left': ({ data }) => erasures.requestOwn(data.userId),
    'user.registration-expired': ({ data }) => erasures.requestExpired(data.userId),
    'user.erased': ({ data }) => erasures.confirmed(data.userId, data.service, new Date(data.at)),
    'user.deletion-requested': async ({ data }) => {
      const { userId, role, reason } = data
      const at = new Date(data.at)
      if (reason === 'restored') await erasures.resume(data)
      await erasures.begun(data)
      await parts.connections.erase(userId)
      await parts.upgrades.erase(userId, at)
      await parts.careChanges.erase(userId)
      await parts.guardianships.erase(userId, at)
      // before the pairs are erased: it reads which accounts were merged into this one
      await parts.merging.accountErased(userId, at)
      await parts.duplicates.erase(userId)
      await parts.alerts.erase(userId)
      await parts.alerts.release(userId, at)
      await parts.offers.erase(userId)
      await parts.audit.eraseWords(userId)
      if (role === 'admin') await parts.users.release(userId)
      const provenEmail = await parts.users.provenEmail(userId)
      await parts.tickets.erase(userId, provenEmail)
      if (provenEmail) await parts.subscriptions.erase(provenEmail)
      // last: this service confirms like the others, once it holds nothing more
      await erasures.confirmed(userId, 'admin')
    },
  }
}
