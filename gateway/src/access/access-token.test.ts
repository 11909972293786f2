import { testKeys } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { createLocalJWKSet } from 'jose'
import { tokenFrom } from '../../test/harness.ts'
import { bearerToken, createAccessTokenVerifier } from './access-token.ts'

describe('access tokens', () => {
  it('are verified once and cached for at most a minute, never past their expiry', async () => {
    const keys = await testKeys()
    const find = createLocalJWKSet(keys.public)
    let verified = 0
    let now = Date.now()
    const verify = createAccessTokenVerifier(
      (header, token) => {
        verified++
        return find(header, token)
      },
      () => now,
    )
    const token = await tokenFrom(keys.private.keys[0], { expiresIn: 90 })
    for (let i = 0; i < 5; i++) expect(await verify(token)).not.toBeNull()
    expect(verified).toBe(1)
    now += 61_000
    expect(await verify(token)).not.toBeNull()
    expect(verified).toBe(2)
    now += 30_000
    expect(await verify(token)).toBeNull()
  })

  it.each([
    [undefined, undefined],
    ['Bearer abc.def.ghi', 'abc.def.ghi'],
    ['bearer abc', 'abc'],
    ['Bearer', null],
    ['Bearer a b', null],
    ['Basic eDp5', null],
  ])('stand in the Authorization header as %s', (header, token) => {
    expect(bearerToken(header)).toBe(token)
  })
})
