import { indexOutbox, outboxFields } from '@darsi/kit/outbox.ts'
import { projectionFields } from '@darsi/kit/projection.ts'
import { type Connection, Schema } from 'mongoose'
import { type Account, expiringRoles } from './account.ts'
import { addressStore } from './address-store.ts'
import { requestStore } from './request-store.ts'

const decoys = 64

/** The accounts collection and the addresses: a claim there alone decides who gets an address. */
export function accountStore(connection: Connection) {
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      email: { type: String, required: true },
      fullName: { type: String, required: true },
      language: { type: String, required: true },
      role: { type: String, required: true },
      status: { type: String, required: true },
      passwordHash: { type: String, default: '' },
      createdAt: { type: Date, required: true },
      emailVerifiedAt: { type: Date, default: null },
      approvedAt: { type: Date, default: null },
      verification: { type: Object, default: null },
      recovery: { type: Object, default: null },
      idempotency: { type: Object, default: null },
      repeatedAt: { type: Date, default: null },
      expiredAt: { type: Date, default: null },
      leftAt: { type: Date, default: null },
      devices: { type: [String], default: [] },
      factors: { type: [Object], default: [] },
      recoveryCodes: { type: [String], default: [] },
      emailChange: { type: Object, default: null },
      ...projectionFields,
      ...outboxFields,
    },
    { versionKey: false, minimize: false },
  )
  schema.index({ email: 1, _id: 1 })
  for (const link of ['verification.hash', 'recovery.hash', 'emailChange.hash']) {
    schema.index({ [link]: 1 }, { sparse: true })
  }
  schema.index({ role: 1, emailVerifiedAt: 1, createdAt: 1 })
  indexOutbox(schema)
  const model = connection.model<Account>('account', schema)
  const decoy = connection.model('decoy', new Schema({ _id: String, at: Date }, { versionKey: false }))
  // an erased account is nobody's, and one about to be
  const one = (filter: object) =>
    model.findOne({ ...filter, erasedAt: null, expiredAt: null, leftAt: null }).lean<Account>()

  return {
    model,
    addresses: addressStore(
      connection,
      async ({ _id, accountId }) => (await model.exists({ _id: accountId, email: _id })) !== null,
    ),
    requests: requestStore(connection),
    byId: (id: string) => one({ _id: id }),
    byEmail: (email: string) => one({ email }),
    byVerification: (hash: string) => one({ 'verification.hash': hash }),
    byRecovery: (hash: string) => one({ 'recovery.hash': hash }),
    byEmailChange: (hash: string) => one({ 'emailChange.hash': hash }),
    /** Who stands since before then, never confirmed the address, and may expire for it; by id. */
    unconfirmedSince: async (before: Date, afterId: string, limit: number): Promise<string[]> => {
      const filter = {
        role: { $in: expiringRoles },
        emailVerifiedAt: null,
        createdAt: { $lte: before },
        expiredAt: null,
        erasedAt: null,
        _id: { $gt: afterId },
      }
      // native filter: our own values
      const found = await model.collection
        .find(filter as never, { projection: { _id: 1 }, sort: { _id: 1 }, limit })
        .toArray()
      return found.map(({ _id }) => String(_id))
    },
    superAdmins: () => model.find({ role: 'super-admin', erasedAt: null, expiredAt: null }).lean<Account[]>(),
    /** Reads and writes as a command does, so that time does not tell whether there was an account to change. */
    pretend: async () => {
      const _id = String(Math.floor(Math.random() * decoys))
      await decoy.findOne({ _id }).lean()
      await decoy.updateOne({ _id }, { $set: { at: new Date() } }, { upsert: true })
    },
  }
}

export type AccountStore = ReturnType<typeof accountStore>
