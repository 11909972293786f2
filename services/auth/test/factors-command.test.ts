import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { revokedSessionKey } from '@darsi/contracts/rules/access-token.ts'
import { dataOf, testEventKey, testServers } from '@darsi/kit/testing/testing.ts'
import { expect, it } from '@jest/globals'
import { Secret, TOTP } from 'otpauth'
import { authOfFile, cookieOf, goodPassword, identityOf, someAddress } from './auth.ts'

const file = new URL('../src/factors/factors-cli.ts', import.meta.url).pathname

const auth = await authOfFile({ adminMfa: 'required' })

/** Runs `npm run factors -- …`. */
const command = async (...args: string[]) => {
  const { mongoUrl, redisUrl } = testServers()
  const servers = { MONGO_URL: mongoUrl, MONGO_DB: auth.database, REDIS_URL: redisUrl }
  const env = { ...process.env, ...servers, EVENT_KEY: testEventKey }
  const running = promisify(execFile)(process.execPath, [file, ...args], { env })
  return running.then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stderr }) => ({ code, text: String(stderr) }),
  )
}
const codeOf = (secret: unknown) => new TOTP({ secret: Secret.fromBase32(String(secret)) }).generate()
const changesOf = async (email: string) =>
  (await auth.eventsOf(email, 'user.second-factor-changed')).map(({ data }) => [data.change, data.by])

it('a lost second factor is removed by the operator: the password alone signs in, and the old sessions end', async () => {
  const { email } = await auth.verified()
  const session = await auth.login(email)
  const as = identityOf(session)
  const enrolled = await auth.call('POST /auth/factors', { as, body: { type: 'totp', name: '' } })
  const { id, secret } = dataOf<{ id: string; secret: string }>(enrolled)
  const body = { code: codeOf(secret) }
  expect((await auth.call(`POST /auth/factors/${id}/verify`, { as, body })).status).toBe(200)
  expect((await auth.login(email)).body['code']).toBe('MFA_REQUIRED')

  expect(await command('remove', email.toUpperCase())).toMatchObject({ code: 0, text: /are removed/ })
  expect((await auth.refresh(cookieOf(session))).status).toBe(401)
  expect(await auth.redis.exists(revokedSessionKey(as.sessionId))).toBe(1)
  expect((await auth.login(email)).status).toBe(200)
  expect((await auth.accountOf(email))?.recoveryCodes).toEqual([])
  expect(await changesOf(email)).toEqual([
    ['enrolled', undefined],
    ['removed', 'operator'],
  ])
})

it('nothing changes without such an account, without a factor, and without an address', async () => {
  const { email } = await auth.verified()
  const session = await auth.login(email)
  const missing = await command('remove', someAddress())
  expect([missing.code, missing.text]).toEqual([1, expect.stringContaining('There is no account')])
  const without = await command('remove', email)
  expect([without.code, without.text]).toEqual([1, expect.stringContaining('has no second factor')])
  expect((await command('remove')).code).toBe(2)
  expect(await changesOf(email)).toEqual([])
  expect((await auth.refresh(cookieOf(session))).status).toBe(200)
})

it('the only super-admin sets up a new second factor at the next sign-in', async () => {
  const email = someAddress()
  const token = await auth.parts.invitation.first({ email, fullName: 'Super Admin', language: 'en' })
  await auth.call('POST /auth/reset-password', { body: { token, password: goodPassword } })
  const setUp = async () => {
    const asked = await auth.login(email)
    expect(asked.body['code']).toBe('MFA_ENROLMENT_REQUIRED')
    const body = { challenge: asked.body['challenge'], code: codeOf(asked.body['secret']) }
    return auth.call('POST /auth/login/factor', { body })
  }
  const lost = await setUp()
  expect(lost.status).toBe(200)
  expect((await auth.login(email)).body['code']).toBe('MFA_REQUIRED')
  expect((await command('remove', email)).code).toBe(0)
  expect((await auth.refresh(cookieOf(lost))).status).toBe(401)
  expect((await setUp()).status).toBe(200)
})
