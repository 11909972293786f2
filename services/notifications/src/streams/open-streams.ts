import { revokedBeforeKey, revokedSessionKey } from '@darsi/contracts/rules/access-token.ts'
import type { LiveEvent } from '@darsi/contracts/rules/live-kinds.ts'

/** One open tab. */
export type Stream = {
  readonly id: string
  readonly userId: string
  /** Others may see that this account is online: a teacher's, never a learner's. */
  readonly showsOnline: boolean
  /** The channels of this stream: the account's own, and for an administrator also the common one. */
  readonly channels: readonly string[]
  readonly sessionId: string
  readonly openedAt: number
  send: (event: LiveEvent) => void
  beat: () => void
  close: () => void
}

/** The streams of this process, by channel. */
export function createOpenStreams() {
  const byUser = new Map<string, Set<Stream>>()
  const every = new Set<Stream>()
  return {
    add: (stream: Stream): void => {
      every.add(stream)
      for (const userId of stream.channels) {
        const streams = byUser.get(userId) ?? new Set()
        byUser.set(userId, streams.add(stream))
      }
    },
    /** @returns the channels without a stream in this process */
    remove: (stream: Stream): string[] => {
      every.delete(stream)
      return stream.channels.filter((userId) => {
        const streams = byUser.get(userId)
        if (!streams?.delete(stream) || streams.size > 0) return false
        return byUser.delete(userId)
      })
    },
    of: (userId: string): readonly Stream[] => [...(byUser.get(userId) ?? [])],
    count: (): number => every.size,
    all: (): readonly Stream[] => [...every],
    /** The streams that a revocation may end. */
    underKey: (key: string): readonly Stream[] =>
      [...every].filter(
        ({ sessionId, userId }) => key === revokedSessionKey(sessionId) || key === revokedBeforeKey(userId),
      ),
  }
}
