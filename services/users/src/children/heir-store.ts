import type { EventInput } from '@darsi/contracts/events.ts'
import { inserted } from '@darsi/kit/mongo.ts'
import { indexOutbox, type Outbox, type Outboxed, outboxFields } from '@darsi/kit/outbox.ts'
import { hashOf, newToken } from '@darsi/kit/tokens.ts'
import { type Connection, Schema } from 'mongoose'
import type { Child } from './child.ts'

/** The mailed link by which an adult takes over what a guardian kept, or the news that it was taken over. */
type Heir = {
  _id: string
  childId: string
  /** Of the link's token; none in the news. */
  hash: string
  usedBy: string | null
  expiresAt: Date
}
type Told = Extract<EventInput, { type: 'learner.came-of-age' }>
type People = NonNullable<Told['personal']>
type Person = People['guardians'][number]

const lifeMs = 365 * 24 * 3600 * 1000

export function heirStore(connection: Connection, outbox: Outbox) {
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      childId: { type: String, required: true },
      hash: { type: String, default: '' },
      usedBy: String,
      expiresAt: { type: Date, required: true },
      ...outboxFields,
    },
    { versionKey: false },
  )
  schema.index({ hash: 1 })
  schema.index({ childId: 1 })
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: 24 * 3600 })
  indexOutbox(schema)
  const model = connection.model<Heir & Outboxed>('heir', schema)
  const { collection } = model
  /** Once per id, however often the clock comes by. */
  const once = async (heir: Heir, event: EventInput): Promise<void> => {
    await inserted(outbox.insert<Heir & Outboxed>(model, heir, event))
  }
  const after = (at: Date) => new Date(at.getTime() + lifeMs)
  const dataOf = ({ _id: childId, guardianIds }: Child, at: Date) => ({
    childId,
    guardianIds,
    at: at.toISOString(),
  })

  return {
    model,

    /** Mails the guardians a link to pass on; a new one only when the old one's year is over. */
    invite: async (child: Child, guardians: Person[], at: Date): Promise<void> => {
      const _id = `link-${child._id}`
      if ((await collection.countDocuments({ _id } as never)) > 0) return
      const token = newToken()
      const heir = { _id, childId: child._id, hash: hashOf(token), usedBy: null, expiresAt: after(at) }
      const personal = { studentName: child.firstName, guardians, token }
      await once(heir, { type: 'learner.came-of-age', data: dataOf(child, at), personal })
    },

    tell: async (
      child: Child,
      { studentId, personal, at }: { studentId: string; personal: People; at: Date },
    ): Promise<void> => {
      const heir = { childId: child._id, hash: '', usedBy: studentId, expiresAt: after(at) }
      const data = { ...dataOf(child, at), studentId }
      await once({ _id: `told-${child._id}`, ...heir }, { type: 'learner.came-of-age', data, personal })
    },

    /** @returns whose it is; the same account may use it again, another may not */
    use: async (token: string, usedBy: string, now: Date): Promise<string | null> => {
      const valid = {
        hash: hashOf(token.trim()),
        expiresAt: { $gt: now },
        $or: [{ usedBy: null }, { usedBy }],
      }
      const used = await collection.findOneAndUpdate(valid as never, { $set: { usedBy } } as never, {
        returnDocument: 'after',
      })
      return used ? String(used['childId']) : null
    },

    /** Children who are adults with an account by now. */
    takenOver: async (): Promise<{ childId: string; studentId: string }[]> => {
      const news = await collection.find({ hash: '' } as never).toArray()
      return news
        .map((heir) => ({ childId: String(heir['childId']), studentId: String(heir['usedBy'] ?? '') }))
        .filter(({ studentId }) => studentId !== '')
    },

    erase: async (userId: string): Promise<void> => {
      await collection.updateMany({ usedBy: userId } as never, { $set: { usedBy: '' } } as never)
    },
  }
}

export type HeirStore = ReturnType<typeof heirStore>
