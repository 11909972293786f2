import { createHmac, hkdfSync } from 'node:crypto'
import { keysIn } from '@darsi/kit/events/seal.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import type { Connection } from 'mongoose'
import { expiryOf } from '../alerts/evidence.ts'
import type { EvidenceOptions } from '../alerts/evidence-store.ts'
import { canonicalEmail } from '../duplicates/score.ts'

type Mark = { _id: string; userIds: string[]; expiresAt: Date }
type Contact = { email: string; phone: string }
type Hit = { kind: 'email' | 'phone'; userIds: string[] }

/**
 * Keyed hashes of the email address and telephone of accounts that were closed under an alert or a suspension. They
 * recognise the owner at a new registration, without storing the address or the number.
 */
export function createClosureStore(connection: Connection, { key, years }: EvidenceOptions) {
  const closures = collection<Mark>(connection, 'closures', [
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])
  const keys = keysIn(key).map((each) =>
    Buffer.from(hkdfSync('sha256', each, '', 'closed accounts registering again', 32)),
  )

  return {
    /** Repeating it is safe. */
    mark: async (userId: string, contact: Contact, at: Date): Promise<void> => {
      for (const mark of marksOf(contact, keys.slice(0, 1)))
        await closures.updateOne(
          { _id: mark.id },
          { $addToSet: { userIds: userId }, $max: { expiresAt: expiryOf(at, years) } },
          { upsert: true },
        )
    },

    /** Finds the closed accounts with this address or telephone, also those marked with an older key. */
    find: async (userId: string, contact: Contact): Promise<Hit[]> => {
      const marks = marksOf(contact, keys)
      const ids = marks.map(({ id }) => id)
      const found = await closures.find({ _id: { $in: ids } }).toArray()
      return found.flatMap(({ _id, userIds }) => {
        const others = userIds.filter((id) => id !== userId)
        const kind = marks.find(({ id }) => id === _id)?.kind
        return kind && others.length > 0 ? [{ kind, userIds: others }] : []
      })
    },
  }
}

export type ClosureStore = ReturnType<typeof createClosureStore>

/** All spellings of a mailbox, and a telephone with and without the country code, have the same mark. */
function marksOf({ email, phone }: Contact, keys: readonly Buffer[]) {
  const digits = phone.replaceAll(/\D/g, '').replace(/^216(?=\d{8}$)/, '')
  const values = [
    ...(email ? [{ kind: 'email' as const, value: canonicalEmail(email) }] : []),
    ...(digits ? [{ kind: 'phone' as const, value: digits }] : []),
  ]
  return keys.flatMap((key) =>
    values.map(({ kind, value }) => ({
      kind,
      id: createHmac('sha256', key).update(`${kind}:${value}`).digest('base64url'),
    })),
  )
}
