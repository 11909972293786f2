import { accessToken } from '@darsi/contracts/rules/access-token.ts'
import { type TestAnswer, testKeys } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, type JWK, jwtVerify } from 'jose'
import { cookieOf, someone, startAuth, type TestAuth } from './auth.ts'

const tokenOf = (answer: TestAnswer) => String(answer.body['token'])
const kidOf = (answer: TestAnswer) => decodeProtectedHeader(tokenOf(answer)).kid

async function published(auth: TestAuth): Promise<JSONWebKeySet> {
  // `as`: it verifies tokens below
  return (await (await fetch(`${auth.url}/.well-known/jwks.json`)).json()) as JSONWebKeySet
}

/** As the gateway does it. */
async function isAccepted(auth: TestAuth, answer: TestAnswer): Promise<boolean> {
  const { issuer, audience, type: typ, algorithm } = accessToken
  const options = { issuer, audience, typ, algorithms: [algorithm] }
  return jwtVerify(tokenOf(answer), createLocalJWKSet(await published(auth)), options).then(
    () => true,
    () => false,
  )
}

describe('the rotation of the signing key', () => {
  it('logs nobody out: the new key is first published, then signs, then is the only one', async () => {
    const first = await startAuth()
    const [old] = first.keys.private.keys as [JWK]
    const [fresh] = (await testKeys()).private.keys as [JWK]
    const restarted = (...keys: JWK[]) => startAuth({ beside: { database: first.database, keys: { keys } } })
    const { email } = await first.registered(someone('teacher'))
    const before = await first.login(email)

    const added = await restarted(old, fresh)
    expect((await published(added)).keys.map(({ kid }) => kid)).toEqual([old.kid, fresh.kid])
    expect(JSON.stringify(await published(added))).not.toMatch(/"d"/)
    expect(kidOf(await added.login(email))).toBe(old.kid)

    const signing = await restarted(fresh, old)
    // the old token stays valid, and its session continues with tokens of the new key
    expect(await isAccepted(signing, before)).toBe(true)
    const after = await signing.refresh(cookieOf(before))
    expect([after.status, kidOf(after)]).toEqual([200, fresh.kid])
    // a gateway that asks an older process knows the new key too
    expect(await isAccepted(added, after)).toBe(true)
    expect(await isAccepted(first, after)).toBe(false)

    const alone = await restarted(fresh)
    expect(await isAccepted(alone, before)).toBe(false)
    expect(await isAccepted(alone, after)).toBe(true)
    expect((await alone.refresh(cookieOf(after))).status).toBe(200)
    for (const auth of [alone, signing, added, first]) await auth.stop()
  })
})
