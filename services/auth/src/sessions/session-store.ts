import { collection } from '@darsi/kit/mongo/collection.ts'
import type { Connection } from 'mongoose'

export type Session = {
  /** The `sid` of its tokens. */
  _id: string
  userId: string
  /** Hash of the part that all its refresh tokens share: distinguishes a copied token from an invented one. */
  familyHash: string
  refreshHash: string
  previousHash: string | null
  rotatedAt: Date
  /** Derives the successor of each refresh token. */
  secret: string
  authTime: number
  /** The account's number of ending proofs at the start, or after a proof that kept this session. */
  endings: number
  device: string
  createdAt: Date
  lastUsedAt: Date
  /** The session ends at this time at the latest; a TTL index then removes it. */
  endsAt: Date
}

type OwnedSession = Pick<Session, '_id' | 'userId' | 'endings'>

export type SessionStore = ReturnType<typeof createSessionStore>

export function createSessionStore(connection: Connection) {
  const sessions = collection<Session>(connection, 'sessions', [
    { key: { userId: 1, lastUsedAt: -1 } },
    { key: { lastUsedAt: 1 } },
    { key: { endsAt: 1 }, expireAfterSeconds: 0 },
  ])

  return {
    collection: sessions,
    insert: async (session: Session): Promise<void> => {
      await sessions.insertOne(session)
    },
    byId: (id: string) => sessions.findOne({ _id: id }),
    ofUser: (userId: string) => sessions.find({ userId }, { sort: { lastUsedAt: -1 } }).toArray(),
    /** Compare-and-set: of two rotations of the same token one wins. */
    rotate: (id: string, from: string, to: string, now: Date) =>
      sessions.findOneAndUpdate(
        { _id: id, refreshHash: from },
        { $set: { refreshHash: to, previousHash: from, rotatedAt: now, lastUsedAt: now } },
        { returnDocument: 'after' },
      ),
    /** Compare-and-set: only a session that was valid until proof `to` is kept after it. May be repeated. */
    goOn: async (id: string, to: number): Promise<boolean> => {
      const valid = { _id: id, endings: { $in: [to - 1, to] } }
      return (await sessions.updateOne(valid, { $set: { endings: to } })).matchedCount === 1
    },
    /** The sessions used since then. By last use: one that is used during the read moves forward and is not skipped. */
    usedSince: (since: Date) =>
      sessions
        .find<OwnedSession>(
          { lastUsedAt: { $gte: since } },
          { sort: { lastUsedAt: 1 }, projection: { userId: 1, endings: 1 } },
        )
        .toArray(),
    remove: async (id: string) => (await sessions.deleteOne({ _id: id })).deletedCount > 0,
  }
}
