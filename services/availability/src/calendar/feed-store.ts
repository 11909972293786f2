import { hashOf } from '@darsi/kit/identity/tokens.ts'
import { type Collection, collection } from '@darsi/kit/mongo/collection.ts'
import { changeRows, type Migration } from '@darsi/kit/mongo/migrate.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection as Database } from 'mongoose'
import type { Feed, FeedTokens } from './feed-token.ts'

type Feeds = Collection<Feed>
export type FeedStore = ReturnType<typeof createFeedStore>

export const feedCollection = (database: Database): Feeds =>
  collection<Feed>(database, 'calendars', [{ key: { tokenHash: 1 } }])

export function createFeedStore(feeds: Feeds, tokens: FeedTokens) {
  const renew = async (userId: string): Promise<string> => {
    const { token, fields } = tokens.create()
    await feeds.updateOne({ _id: userId }, { $set: fields }, { upsert: true })
    return token
  }
  const tokenOf = async (feed: Feed): Promise<string> => {
    const token = tokens.unseal(feed)
    if (token) return token
    const derived = tokens.derive(feed)
    if (!derived) return renew(feed._id)
    await keepSealed(feeds, feed, tokens.seal(derived))
    return derived
  }

  return {
    /** The token of the caller's feed, made at the first call. */
    current: async (userId: string): Promise<string> => {
      const feed = await feeds.findOne({ _id: userId })
      if (feed) return tokenOf(feed)
      const { token, fields } = tokens.create()
      if (await insertOnce(feeds, { _id: userId, ...fields })) return token
      // another process inserted it at the same moment
      const other = await feeds.findOne({ _id: userId })
      return other ? tokenOf(other) : renew(userId)
    },
    renew,
    /** Once per event, even if it is delivered again: the owner may already use the new address. */
    renewAfter: async (userId: string, sequence: number): Promise<void> => {
      const earlier = { _id: userId, renewedBy: { $not: { $gte: sequence } } }
      await feeds.updateOne(earlier, { $set: { ...tokens.create().fields, renewedBy: sequence } })
    },
    ownerOf: async (token: string): Promise<string | null> =>
      (await feeds.findOne({ tokenHash: hashOf(token) }))?._id ?? null,
    erase: async (userId: string): Promise<void> => {
      await feeds.deleteOne({ _id: userId })
    },
  }
}

/** Seals tokens that were derived from a key, so that the operator can remove this key. */
export const sealDerivedTokens = (feeds: Feeds, tokens: FeedTokens): Migration => ({
  id: '2026-11-22-seal-feeds',
  run: (alive) =>
    changeRows<Feed>(feeds, { filter: { sealed: { $exists: false } }, alive }, async (row) => {
      const token = tokens.derive(row)
      return token !== null && keepSealed(feeds, row, tokens.seal(token))
    }),
})

/** Only while the feed still has this token. */
async function keepSealed(feeds: Feeds, { _id, tokenHash }: Feed, sealed: string): Promise<boolean> {
  return (await feeds.updateOne({ _id, tokenHash }, { $set: { sealed } })).matchedCount === 1
}
