import { createEndedReader } from '@darsi/kit/identity/revocations.ts'
import type { Redis } from 'ioredis'
import type { Stream } from './open-streams.ts'

/** Detects streams of ended sessions. Without Redis a stream ends by its age (docs/accounts.md). */
export function createRevocations(redis: Redis) {
  const read = createEndedReader(redis)
  return (streams: readonly Stream[]): Promise<Stream[]> => read(streams, (stream) => stream)
}
