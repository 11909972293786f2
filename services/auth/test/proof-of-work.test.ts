import { describe, expect, it } from '@jest/globals'
import { solveChallenge } from 'altcha-lib/v1'
import { type ResponseOf, someAddress, startAuth } from './auth.ts'

describe('proof of work', () => {
  it('is asked once a client address has used half of its limit, and each solution counts once', async () => {
    const auth = await startAuth({ limitsFactor: 1 })
    const ip = '192.0.2.50'
    const forgot = (altcha?: string) =>
      auth.call('POST /auth/forgot-password', { body: { email: someAddress(), altcha }, ip })
    const solved = async () => {
      // `as`: the contract's answer
      const challenge = (await auth.call('GET /auth/challenge', { ip }))
        .body as ResponseOf<'GET /auth/challenge'>
      const { algorithm, challenge: hash, salt, signature, maxnumber } = challenge
      const solution = await solveChallenge(hash, salt, algorithm, maxnumber).promise
      const payload = { algorithm, challenge: hash, number: solution?.number, salt, signature }
      return Buffer.from(JSON.stringify(payload)).toString('base64')
    }
    const half = await Promise.all(Array.from({ length: 50 }, () => forgot()))
    expect(new Set(half.map(({ status }) => status))).toEqual(new Set([200]))
    const asked = await forgot()
    expect(asked.status).toBe(403)
    expect(asked.body['code']).toBe('PROOF_OF_WORK_REQUIRED')
    const solution = await solved()
    expect((await forgot(solution)).status).toBe(200)
    expect((await forgot(solution)).status).toBe(403)
    for (const wrong of ['x', 'e30=', solution.slice(4), Buffer.from('{"number":1}').toString('base64')]) {
      expect((await forgot(wrong)).status).toBe(403)
    }
    const late = await solved()
    auth.pass(11 * 60_000)
    expect((await forgot(late)).status).toBe(403)
    // others are not asked
    const body = { email: someAddress() }
    expect((await auth.call('POST /auth/forgot-password', { body, ip: '192.0.2.51' })).status).toBe(200)
    await auth.stop()
  })
})
