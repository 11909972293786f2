import { confirmingRoles } from '@darsi/contracts/reference/roles.ts'
import { outboxIndex } from '@darsi/kit/events/outbox.ts'
import { collection, type Filter, type Index } from '@darsi/kit/mongo/collection.ts'
import type { Connection } from 'mongoose'
import type { Account } from './account.ts'
import { claimGraceMs, createAddressStore } from './address-store.ts'
import { createRequestStore } from './request-store.ts'

const decoys = 64
const indexes: readonly Index<Account>[] = [
  { key: { phone: 1 }, sparse: true },
  // the hashes of mailed links
  { key: { 'verification.hash': 1 }, sparse: true },
  { key: { 'recovery.hash': 1 }, sparse: true },
  { key: { 'verification.older': 1 }, sparse: true },
  { key: { 'recovery.older': 1 }, sparse: true },
  { key: { 'emailChange.hash': 1 }, sparse: true },
  { key: { 'emailChange.cancelHashes': 1 }, sparse: true },
  { key: { 'emailUndos.hashes': 1 }, sparse: true },
  { key: { 'emailUndos.expiresAt': 1 }, sparse: true },
  { key: { emailVerifiedAt: 1, createdAt: 1 } },
  { key: { role: 1 } },
  outboxIndex,
]

/** Stores accounts and their addresses. The address claim alone decides who gets an address. */
export function createAccountStore(connection: Connection) {
  const accounts = collection<Account>(connection, 'accounts', indexes)
  const decoy = collection<{ _id: string; at: Date }>(connection, 'decoys')
  // erased accounts, and accounts about to be erased, count as missing
  const present = { erasedAt: null, expiredAt: null, leftAt: null }
  const one = (filter: Filter<Account>) => accounts.findOne({ ...filter, ...present })

  const addresses = createAddressStore(connection, async ({ _id, accountId }, now) => {
    const left = { emailUndos: { $elemMatch: { email: _id, expiresAt: { $gt: now } } } }
    // one read of both: the command that confirms the change runs between its claim and the account
    const begun = new Date(now.getTime() - claimGraceMs)
    const wanted = { 'emailChange.email': _id, 'emailChange.expiresAt': { $gt: begun } }
    return (await accounts.countDocuments({ _id: accountId, $or: [{ email: _id }, left, wanted] })) > 0
  })

  return {
    collection: accounts,
    addresses,
    /** The account that claimed the address. It may have another one now and be able to return to this. */
    claimantOf: async (email: string) => one({ _id: (await addresses.ownerOf(email)) ?? '' }),
    requests: createRequestStore(connection),
    byId: (id: string) => one({ _id: id }),
    /** The numbers of ending proofs of these accounts. */
    endingsById: (ids: readonly string[]) =>
      accounts
        .find<Pick<Account, '_id' | 'endings'>>(
          { _id: { $in: ids }, ...present },
          { projection: { endings: 1 } },
        )
        .toArray(),
    /** By its claim and then by its id: a cluster that is sharded by id asks two shards, not all. */
    byEmail: async (email: string) =>
      // an unknown address costs the same two reads
      one({ _id: (await addresses.ownerOf(email)) ?? '', email }),
    /** Null also when several accounts have the number: families share telephones. */
    onlyByPhone: async (phone: string): Promise<Account | null> => {
      const [first, ...others] = await accounts.find({ phone, ...present }, { limit: 2 }).toArray()
      return first && others.length === 0 ? first : null
    },
    byVerification: (hash: string) => one({ 'verification.hash': hash }),
    byRecovery: (hash: string) => one({ 'recovery.hash': hash }),
    /** Whether a later mail has replaced this link. */
    isReplaced: async (link: 'verification' | 'recovery', hash: string): Promise<boolean> =>
      (await one(link === 'recovery' ? { 'recovery.older': hash } : { 'verification.older': hash })) !== null,
    byEmailChange: (hash: string) => one({ 'emailChange.hash': hash }),
    /** One read: between two the change could be confirmed. */
    byEmailUndo: (hash: string) =>
      one({ $or: [{ 'emailChange.cancelHashes': hash }, { 'emailUndos.hashes': hash }] }),
    withOldUndos: (now: Date): Promise<Account[]> =>
      accounts.find({ 'emailUndos.expiresAt': { $lte: now } }, { limit: 200 }).toArray(),
    forgetUndos: async (_id: string, now: Date): Promise<void> => {
      await accounts.updateOne({ _id }, { $pull: { emailUndos: { expiresAt: { $lte: now } } } })
    },
    /** Accounts older than `before` whose address was never confirmed and that may expire; sorted by id. */
    unconfirmedSince: async (before: Date, afterId: string, limit: number): Promise<string[]> => {
      const filter: Filter<Account> = {
        emailVerifiedAt: null,
        $or: [
          { passwordHash: '' },
          { role: { $in: confirmingRoles } },
          { role: 'teacher', approvedAt: null },
        ],
        createdAt: { $lte: before },
        expiredAt: null,
        erasedAt: null,
        _id: { $gt: afterId },
      }
      const options = { projection: { _id: 1 }, sort: { _id: 1 }, limit } as const
      return (await accounts.find(filter, options).toArray()).map(({ _id }) => _id)
    },
    superAdmins: () => accounts.find({ role: 'super-admin', erasedAt: null, expiredAt: null }).toArray(),
    /**
     * Reads and writes as much as a real command, so that the response time does not reveal whether an account exists.
     */
    pretend: async () => {
      const _id = String(Math.floor(Math.random() * decoys))
      await decoy.findOne({ _id })
      await decoy.updateOne({ _id }, { $set: { at: new Date() } }, { upsert: true })
    },
  }
}

export type AccountStore = ReturnType<typeof createAccountStore>
