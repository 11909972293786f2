import { randomBytes } from 'node:crypto'
import { createProofOfWork } from '@darsi/kit/proof-of-work/proof-of-work.ts'
import { solved } from '@darsi/kit/testing/proof.ts'
import { describe, expect, it } from '@jest/globals'
import { type ResponseOf, someAddress, startAuth } from './auth.ts'

describe('proof of work', () => {
  it('is asked once a client address has used half of its limit, and each solution counts once', async () => {
    const auth = await startAuth({ limitsFactor: 1 })
    const ip = '192.0.2.50'
    const forgot = (altcha?: string) =>
      auth.call('POST /auth/forgot-password', { body: { email: someAddress(), altcha }, ip })
    const half = await Promise.all(Array.from({ length: 50 }, () => forgot()))
    expect(new Set(half.map(({ status }) => status))).toEqual(new Set([200]))
    const asked = await forgot()
    expect(asked.status).toBe(403)
    expect(asked.body['code']).toBe('PROOF_OF_WORK_REQUIRED')
    const solution = await solved(
      // `as`: the contract's answer
      (await auth.call('GET /auth/challenge')).body as ResponseOf<'GET /auth/challenge'>,
    )
    expect((await forgot(solution)).status).toBe(200)
    expect((await forgot(solution)).status).toBe(403)
    for (const wrong of ['x', 'e30=', solution.slice(4), Buffer.from('{"number":1}').toString('base64')]) {
      expect((await forgot(wrong)).status).toBe(403)
    }
    const late = await auth.solved()
    auth.pass(11 * 60_000)
    expect((await forgot(late)).status).toBe(403)
    // other callers need no proof
    const body = { email: someAddress() }
    expect((await auth.call('POST /auth/forgot-password', { body, ip: '192.0.2.51' })).status).toBe(200)
    await auth.stop()
  })

  it('is judged by every service, also while the key that they share is being replaced', async () => {
    const auth = await startAuth()
    const now = () => new Date()
    const [old = '', fresh = ''] = [1, 2].map(() => randomBytes(32).toString('base64'))
    const issued = createProofOfWork(auth.redis, old, now).challenge()
    expect(await createProofOfWork(auth.redis, fresh, now).isSolved(await solved(issued))).toBe(false)
    expect(await createProofOfWork(auth.redis, `${fresh},${old}`, now).isSolved(await solved(issued))).toBe(
      true,
    )
    await auth.stop()
  })
})
