import type { Redis } from 'ioredis'

/**
 * Coarse on purpose: a person who left up to ten minutes ago still counts as online, so that nobody can track
 * another person's times by the minute.
 */
const onlineSeconds = 600
const keyOf = (userId: string, prefix: string) => `${prefix}presence:${userId}`

/** Called with every heartbeat of a teacher's live stream. Never for learners or parents. */
export async function markOnline(redis: Redis, userIds: readonly string[], prefix = ''): Promise<void> {
  if (redis.status !== 'ready' || userIds.length === 0) return
  const batch = redis.pipeline()
  for (const userId of userIds) batch.set(keyOf(userId, prefix), '1', 'EX', onlineSeconds)
  await batch.exec().catch(() => undefined)
}

export type OnlineAmong = (userIds: readonly string[]) => Promise<ReadonlySet<string>>

/** Without Redis nobody counts as online: a search must not fail for it. */
export const createOnlineAmong =
  (redis: Redis, prefix = ''): OnlineAmong =>
  async (userIds) => {
    if (redis.status !== 'ready' || userIds.length === 0) return new Set()
    const found = await redis.mget(userIds.map((userId) => keyOf(userId, prefix))).catch(() => [])
    return new Set(userIds.filter((_, index) => found[index] === '1'))
  }
