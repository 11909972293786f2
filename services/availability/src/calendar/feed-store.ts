import type { Sealer } from '@darsi/kit/events/seal.ts'
import { hashOf, newToken } from '@darsi/kit/identity/tokens.ts'
import { type Collection, collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection as Database } from 'mongoose'

/**
 * The address of a feed contains its token. The database has the hash, to find the feed, and the sealed token, so that
 * a new key changes no address.
 */
type Feed = {
  _id: string
  tokenHash: string
  sealed: string
  /** Sequence of the last event of auth that renewed the token. */
  renewedBy?: number
}
type Feeds = Collection<Feed>
export type FeedStore = ReturnType<typeof createFeedStore>

export const feedCollection = (database: Database): Feeds =>
  collection<Feed>(database, 'calendars', [{ key: { tokenHash: 1 } }])

/** @param sealer with the keys of `FEED_KEY`: the current one, and older ones behind it */
export function createFeedStore(feeds: Feeds, sealer: Sealer) {
  const create = () => {
    const token = newToken()
    return { token, fields: { tokenHash: hashOf(token), sealed: sealer.seal(token) } }
  }
  const renew = async (userId: string): Promise<string> => {
    const { token, fields } = create()
    await feeds.updateOne({ _id: userId }, { $set: fields }, { upsert: true })
    return token
  }
  /** A new one when its key is no longer given. */
  const tokenOf = async ({ _id, sealed }: Feed): Promise<string> =>
    sealer.knows(sealed) ? String(sealer.unseal(sealed)) : renew(_id)

  return {
    /** The token of the caller's feed, made at the first call. */
    current: async (userId: string): Promise<string> => {
      const feed = await feeds.findOne({ _id: userId })
      if (feed) return tokenOf(feed)
      const { token, fields } = create()
      if (await insertOnce(feeds, { _id: userId, ...fields })) return token
      // another process inserted it at the same moment
      const other = await feeds.findOne({ _id: userId })
      return other ? tokenOf(other) : renew(userId)
    },
    renew,
    /** Once per event, even if it is delivered again: the owner may already use the new address. */
    renewAfter: async (userId: string, sequence: number): Promise<void> => {
      const earlier = { _id: userId, renewedBy: { $not: { $gte: sequence } } }
      await feeds.updateOne(earlier, { $set: { ...create().fields, renewedBy: sequence } })
    },
    ownerOf: async (token: string): Promise<string | null> =>
      (await feeds.findOne({ tokenHash: hashOf(token) }))?._id ?? null,
    erase: async (userId: string): Promise<void> => {
      await feeds.deleteOne({ _id: userId })
    },
  }
}
