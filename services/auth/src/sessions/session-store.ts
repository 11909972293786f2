import { type Connection, Schema } from 'mongoose'

export type Session = {
  /** The `sid` of its tokens. */
  _id: string
  userId: string
  /** Of the part that all its refresh tokens share: tells a copied one from an invented one. */
  familyHash: string
  refreshHash: string
  previousHash: string | null
  rotatedAt: Date
  /** Makes each refresh token's successor. */
  secret: string
  authTime: number
  device: string
  createdAt: Date
  lastUsedAt: Date
  /** The latest moment at which it ends whatever happens; the database then removes it. */
  endsAt: Date
}

export function sessionStore(connection: Connection) {
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      userId: { type: String, required: true },
      familyHash: { type: String, required: true },
      refreshHash: { type: String, required: true },
      previousHash: { type: String, default: null },
      rotatedAt: { type: Date, required: true },
      secret: { type: String, required: true },
      authTime: { type: Number, required: true },
      device: { type: String, default: '' },
      createdAt: { type: Date, required: true },
      lastUsedAt: { type: Date, required: true },
      endsAt: { type: Date, required: true },
    },
    { versionKey: false },
  )
  schema.index({ userId: 1, lastUsedAt: -1 })
  schema.index({ endsAt: 1 }, { expireAfterSeconds: 0 })
  const model = connection.model<Session>('session', schema)

  return {
    model,
    insert: async (session: Session) => {
      // native: made by us a line before, it needs no casting
      await model.collection.insertOne(session as never)
    },
    byId: (id: string) => model.findById(id).lean<Session>(),
    ofUser: (userId: string) => model.find({ userId }).sort({ lastUsedAt: -1 }).lean<Session[]>(),
    /** Compare and set: of two rotations of the same token one wins. */
    rotate: (id: string, from: string, to: string, now: Date) =>
      model
        .findOneAndUpdate(
          { _id: id, refreshHash: from },
          { $set: { refreshHash: to, previousHash: from, rotatedAt: now, lastUsedAt: now } },
          { returnDocument: 'after' },
        )
        .lean<Session>(),
    /** Null when the session is gone. */
    prove: (id: string, userId: string, authTime: number) =>
      model
        .findOneAndUpdate({ _id: id, userId }, { $set: { authTime } }, { returnDocument: 'after' })
        .lean<Session>(),
    remove: async (id: string) => (await model.deleteOne({ _id: id })).deletedCount > 0,
  }
}

export type SessionStore = ReturnType<typeof sessionStore>
