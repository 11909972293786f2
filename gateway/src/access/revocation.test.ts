import { describe, expect, it } from '@jest/globals'
import { createRevocationCheck } from './revocation.ts'

const verified = {
  identity: { userId: 'u', sessionId: 's', role: 'student' as const, authTime: 900 },
  issuedAt: 1000,
}
type Answer = (string | null)[] | Error

/** Returns the answers in turn; a failure is a late command. `id` is the server's replication id. */
function redis(answers: Answer[], id = () => 'a1') {
  const closed: (() => void)[] = []
  const stub = {
    status: 'ready' as const,
    info: async () => `# Replication\r\nrole:master\r\nmaster_replid:${id()}\r\n`,
    mget: async () => {
      const answer = answers.shift() ?? new Error('Command timed out')
      if (answer instanceof Error) throw answer
      return answer
    },
    on: (_: string, listener: () => void) => {
      closed.push(listener)
      return stub
    },
    reconnects: () => {
      for (const listener of closed) listener()
    },
  }
  // `as`: the few commands that the check uses
  return stub as typeof stub & Parameters<typeof createRevocationCheck>[0]
}
const late = new Error('Command timed out')

describe('whether a session has ended', () => {
  it('is asked once more when the first answer is late', async () => {
    expect(await createRevocationCheck(redis([late, ['a1', null, null]]))(verified)).toBe('live')
    expect(await createRevocationCheck(redis([late, ['a1', '1', null]]))(verified)).toBe('revoked')
    expect(await createRevocationCheck(redis([['a1', null, '2000']]))(verified)).toBe('revoked')
  })

  it('is read with one command for all calls that arrive together, and again for the next', async () => {
    const server = redis([
      ['a1', null, null, '1', null, null, null],
      ['a1', '1', null],
    ])
    const check = createRevocationCheck(server)
    const three = await Promise.all([check(verified), check(verified), check(verified)])
    expect(three).toEqual(['live', 'revoked', 'live'])
    expect(await check(verified)).toBe('revoked')
  })

  it('is unknown when nobody answers', async () => {
    expect(await createRevocationCheck(redis([]))(verified)).toBe('unknown')
    expect(
      await createRevocationCheck({ ...redis([['a1', null, null]]), status: 'reconnecting' })(verified),
    ).toBe('unknown')
  })

  it('is incomplete while the mark is missing or of another server', async () => {
    expect(await createRevocationCheck(redis([[null, null, null]]), 0)(verified)).toBe('incomplete')
    expect(await createRevocationCheck(redis([['b2', null, null]]), 0)(verified)).toBe('incomplete')
  })

  it('is asked again while auth restores', async () => {
    const restored = redis([
      [null, null, null],
      [null, null, null],
      ['a1', '1', null],
    ])
    expect(await createRevocationCheck(restored)(verified)).toBe('revoked')
  })

  it('is incomplete on a restarted server that loaded an older file with the mark in it', async () => {
    let id = 'a1'
    const server = redis(
      [
        ['a1', null, null],
        ['a1', null, null],
      ],
      () => id,
    )
    const check = createRevocationCheck(server, 0)
    expect(await check(verified)).toBe('live')
    id = 'b2'
    server.reconnects()
    expect(await check(verified)).toBe('incomplete')
  })
})
