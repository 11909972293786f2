import type { EvidenceStore } from '../alerts/evidence-store.ts'
import type { DuplicateStore } from '../duplicates/duplicate-store.ts'
import type { UserStore } from '../users/user-store.ts'
import type { ClosureStore } from './closures.ts'
import type { RaiseReturned } from './returned-alert.ts'

type Deps = {
  users: Pick<UserStore, 'identities' | 'provenEmail' | 'isErased'>
  evidence: Pick<EvidenceStore, 'isOpenAbout'>
  closures: ClosureStore
  duplicates: Pick<DuplicateStore, 'merged'>
  raiseReturned: RaiseReturned
}
type Contact = { email: string; phone: string }

export type ReturnCheck = ReturnType<typeof createReturnCheck>

/** Recognises a person who registers again after an account of theirs was closed under an alert or a suspension. */
export function createReturnCheck({ users, evidence, closures, duplicates, raiseReturned }: Deps) {
  return {
    /** Call before an account is erased; repeating it is safe. Accounts that a merge closed are skipped: the other one stays. */
    closing: async (userId: string, at: Date): Promise<void> => {
      const [row] = await users.identities([userId])
      const isMerged = (await duplicates.merged(userId)).some(({ kept }) => kept !== userId)
      const isSuspended = row?.status === 'suspended' && !isMerged
      if (!isSuspended && !(await evidence.isOpenAbout(userId))) return
      // an unconfirmed address may belong to another person
      const email = (await users.provenEmail(userId)) ?? ''
      await closures.mark(userId, { email, phone: row?.phone ?? '' }, at)
    },

    /** A matching email address is strong evidence; a telephone number may be shared by a family. */
    registered: async (userId: string, contact: Contact, at: Date): Promise<void> => {
      const hits = await closures.find(userId, contact)
      if (hits.length === 0) return
      // an event from before the erasure may be redelivered
      if (await users.isErased(userId)) return
      const severity = hits.some(({ kind }) => kind === 'email') ? ('high' as const) : ('medium' as const)
      const former = [...new Set(hits.flatMap(({ userIds }) => userIds))]
      await raiseReturned({ userId, former, severity, at })
    },
  }
}
