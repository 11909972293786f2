import { describe, expect, it } from '@jest/globals'
import { createRevocationCheck } from './revocation.ts'

describe('whether a session has ended', () => {
  const verified = {
    identity: { userId: 'u', sessionId: 's', role: 'student' as const, authTime: 900 },
    issuedAt: 1000,
  }
  /** Answers in turn; a failure is a command that was late. */
  const redis = (...answers: ((string | null)[] | Error)[]) => ({
    status: 'ready' as const,
    mget: async () => {
      const answer = answers.shift() ?? new Error('Command timed out')
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  const late = new Error('Command timed out')

  it('is asked once more when the first answer is late', async () => {
    expect(await createRevocationCheck(redis(late, [null, null]))(verified)).toBe('live')
    expect(await createRevocationCheck(redis(late, ['1', null]))(verified)).toBe('revoked')
    expect(await createRevocationCheck(redis([null, '2000']))(verified)).toBe('revoked')
  })

  it('is unknown when nobody answers', async () => {
    expect(await createRevocationCheck(redis())(verified)).toBe('unknown')
    expect(await createRevocationCheck({ ...redis([null, null]), status: 'reconnecting' })(verified)).toBe(
      'unknown',
    )
  })
})
