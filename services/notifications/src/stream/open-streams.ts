import type { LiveEvent } from '@darsi/contracts/live.ts'

/** One tab that listens. */
export type Stream = {
  readonly id: string
  readonly userId: string
  readonly sessionId: string
  readonly openedAt: number
  send: (event: LiveEvent) => void
  beat: () => void
  close: () => void
}

/** The streams that this process holds, by account. */
export function createOpenStreams() {
  const byUser = new Map<string, Set<Stream>>()
  return {
    add: (stream: Stream): void => {
      const streams = byUser.get(stream.userId) ?? new Set()
      byUser.set(stream.userId, streams.add(stream))
    },
    /** True when it was the account's last one here. */
    remove: (stream: Stream): boolean => {
      const streams = byUser.get(stream.userId)
      if (!streams?.delete(stream) || streams.size > 0) return false
      return byUser.delete(stream.userId)
    },
    of: (userId: string): readonly Stream[] => [...(byUser.get(userId) ?? [])],
    all: (): readonly Stream[] => [...byUser.values()].flatMap((streams) => [...streams]),
  }
}

export type OpenStreams = ReturnType<typeof createOpenStreams>
