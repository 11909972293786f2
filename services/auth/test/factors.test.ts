import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Secret, TOTP } from 'otpauth'
import { goodPassword, identityOf, someone, startAuth, type TestAuth } from './auth.ts'

const step = 30_000

describe('a second factor', () => {
  let auth: TestAuth
  let offset = 0
  beforeAll(async () => {
    auth = await startAuth()
  })
  afterAll(() => auth.stop())
  const pass = (ms: number) => {
    offset += ms
    auth.pass(ms)
  }
  const codeOf = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + offset })
  const dataOf = (answer: { body: Record<string, unknown> }) =>
    // `as`: the contract's answers
    answer.body['data'] as {
      id: string
      secret: string
      uri: string
      recoveryCodes: string[]
      recoveryCodesLeft: number
    }

  const enrolled = async () => {
    const { email } = await auth.registered(someone('teacher'))
    const me = identityOf(await auth.login(email))
    const { id, secret, uri } = dataOf(
      await auth.call('POST /auth/factors', { as: me, body: { type: 'totp', name: 'Phone' } }),
    )
    expect(uri).toContain(`otpauth://totp/Darsi:${encodeURIComponent(email)}`)
    const confirm = (code: string) => auth.call(`POST /auth/factors/${id}/verify`, { as: me, body: { code } })
    expect((await confirm('000000')).body['code']).toBe('MFA_CODE_WRONG')
    const { recoveryCodes } = dataOf(await confirm(codeOf(secret)))
    expect(recoveryCodes).toHaveLength(10)
    pass(2 * step)
    return { email, me, id, secret, recoveryCodes }
  }
  const challenge = async (email: string) => {
    const answer = await auth.login(email)
    expect(answer.status).toBe(401)
    expect(answer.body['code']).toBe('MFA_REQUIRED')
    expect(answer.headers.get('set-cookie')).toBeNull()
    return String(answer.body['challenge'])
  }
  const factor = (token: string, code: string) =>
    auth.call('POST /auth/login/factor', { body: { challenge: token, code } })

  it('is asked for after the right password, and lets in', async () => {
    const { email, secret } = await enrolled()
    const token = await challenge(email)
    expect((await factor(token, '000000')).body['code']).toBe('MFA_CODE_WRONG')
    expect((await auth.eventsOf(email, 'user.login-failed')).at(-1)?.data.reason).toBe('factor')
    const answer = await factor(token, ` ${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)}`)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ redirectTo: '/teacher/dashboard', user: { email } })
    expect(answer.headers.get('set-cookie')).toMatch(/^refresh=/)
  })

  it('a code works once, also when two use it at once', async () => {
    const { email, secret } = await enrolled()
    const tokens = [await challenge(email), await challenge(email)]
    const code = codeOf(secret)
    const answers = await Promise.all(tokens.map((token) => factor(token, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    const [first = ''] = tokens
    expect((await factor(first, code)).status).toBe(401)
  })

  it('a challenge is good for one sign-in and five minutes, and only for the password that was proven', async () => {
    const { email, secret } = await enrolled()
    const spent = await challenge(email)
    expect((await factor(spent, codeOf(secret))).status).toBe(200)
    pass(2 * step)
    expect((await factor(spent, codeOf(secret))).body['code']).toBe('MFA_CHALLENGE_EXPIRED')
    const old = await challenge(email)
    await auth.parts.accounts.model.updateOne({ email }, { $set: { passwordHash: 'another' } })
    expect((await factor(old, codeOf(secret))).body['code']).toBe('MFA_CHALLENGE_EXPIRED')
    expect((await factor('x', '123456')).body['code']).toBe('MFA_CHALLENGE_EXPIRED')
  })

  it('a recovery code works once, however it is typed', async () => {
    const { email, recoveryCodes, me } = await enrolled()
    const [code = ''] = recoveryCodes
    // 24 of 31 letters: 118 bits
    expect(code).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/)
    expect((await factor(await challenge(email), code.replaceAll('-', ' ').toUpperCase())).status).toBe(200)
    expect((await factor(await challenge(email), code)).status).toBe(401)
    expect(dataOf(await auth.call('GET /auth/factors', { as: me })).recoveryCodesLeft).toBe(9)
    expect((await auth.eventsOf(email, 'user.second-factor-changed')).map(({ data }) => data.change)).toEqual(
      ['enrolled', 'recovery-used'],
    )
    const stored = JSON.stringify(await auth.accountOf(email))
    for (const one of recoveryCodes) expect(stored).not.toContain(one.replaceAll('-', ''))
  })

  it('a recovery code of the old, shorter form still works', async () => {
    const { email } = await enrolled()
    const recoveryCodes = [createHash('sha256').update('abcdefghjk').digest('hex')]
    await auth.parts.accounts.model.updateOne({ email }, { $set: { recoveryCodes } })
    expect((await factor(await challenge(email), 'ABCDE-FGHJK')).status).toBe(200)
  })

  it('is not walked around by a new password', async () => {
    const { email } = await enrolled()
    await auth.call('POST /auth/forgot-password', { body: { email } })
    const token = (await auth.eventsOf(email, 'user.password-reset-requested'))[0]?.personal.resetToken
    await auth.call('POST /auth/reset-password', { body: { token, password: 'trois-oliviers-au-bord' } })
    expect((await auth.login(email, 'trois-oliviers-au-bord')).body['code']).toBe('MFA_REQUIRED')
  })

  it('is removed with the password; the recovery codes go with the last one', async () => {
    const { email, me, id } = await enrolled()
    const remove = (password: string) =>
      auth.call(`DELETE /auth/factors/${id}`, { as: me, body: { password } })
    expect((await remove('wrong password')).body['code']).toBe('PASSWORD_WRONG')
    expect((await remove(goodPassword)).status).toBe(200)
    expect((await remove(goodPassword)).status).toBe(404)
    expect((await auth.accountOf(email))?.recoveryCodes).toEqual([])
    expect((await auth.login(email)).status).toBe(200)
  })

  it('five wrong codes in 15 minutes are enough', async () => {
    const own = await startAuth({ limitsFactor: 1, adminMfa: 'required' })
    const { email } = await own.registered(someone('admin'))
    await own.parts.accounts.model.updateOne({ email }, { $set: { status: 'approved' } })
    const token = String((await own.login(email)).body['challenge'])
    const guess = () => own.call('POST /auth/login/factor', { body: { challenge: token, code: '000000' } })
    const statuses = []
    for (let count = 0; count < 6; count++) statuses.push((await guess()).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    await own.stop()
  })

  it('is set up by an administrator on the way in where it is required', async () => {
    const own = await startAuth({ adminMfa: 'required' })
    const { email } = await own.registered(someone('admin'))
    await own.parts.accounts.model.updateOne({ email }, { $set: { status: 'approved' } })
    const asked = await own.login(email)
    expect(asked.status).toBe(403)
    expect(asked.body['code']).toBe('MFA_ENROLMENT_REQUIRED')
    const secret = String(asked.body['secret'])
    expect(String(asked.body['uri'])).toContain(secret)
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    const body = { challenge: asked.body['challenge'], code }
    const answer = await own.call('POST /auth/login/factor', { body })
    expect(answer.status).toBe(200)
    expect(answer.body['recoveryCodes']).toHaveLength(10)
    expect((await own.login(email)).body['code']).toBe('MFA_REQUIRED')
    const teacher = await own.registered(someone('teacher'))
    expect((await own.login(teacher.email)).status).toBe(200)
    await own.stop()
  })
})
