import type { LiveEvent } from '@darsi/contracts/events/live.ts'

/** One tab that listens. */
export type Stream = {
  readonly id: string
  readonly userId: string
  /** Whose events it carries: the account's, and an administrator's also those of all administrators. */
  readonly hears: readonly string[]
  readonly sessionId: string
  readonly openedAt: number
  send: (event: LiveEvent) => void
  beat: () => void
  close: () => void
}

/** The streams that this process holds, by whose events they carry. */
export function createOpenStreams() {
  const byUser = new Map<string, Set<Stream>>()
  return {
    add: (stream: Stream): void => {
      for (const userId of stream.hears) {
        const streams = byUser.get(userId) ?? new Set()
        byUser.set(userId, streams.add(stream))
      }
    },
    /** @returns whose events nobody here carries any more */
    remove: (stream: Stream): string[] =>
      stream.hears.filter((userId) => {
        const streams = byUser.get(userId)
        if (!streams?.delete(stream) || streams.size > 0) return false
        return byUser.delete(userId)
      }),
    of: (userId: string): readonly Stream[] => [...(byUser.get(userId) ?? [])],
    all: (): readonly Stream[] => [...new Set([...byUser.values()].flatMap((streams) => [...streams]))],
  }
}
