import { createHash } from 'node:crypto'
import { rounds } from '@darsi/kit/testing/rounds.ts'
import { dataOf } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { Secret, TOTP } from 'otpauth'
import { authOfFile, cookieOf, goodPassword, identityOf, someone, startAuth } from './auth.ts'

const step = 30_000

const auth = await authOfFile()

type Factor = { id: string; secret: string; uri: string; recoveryCodes: string[]; recoveryCodesLeft: number }

describe('a second factor', () => {
  let offset = 0
  const pass = (ms: number) => {
    offset += ms
    auth.pass(ms)
  }
  const codeOf = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + offset })

  const enrolled = async () => {
    const { email } = await auth.verified(someone('teacher'))
    const me = identityOf(await auth.login(email))
    const { id, secret, uri } = dataOf<Factor>(
      await auth.call('POST /auth/factors', { as: me, body: { type: 'totp', name: 'Phone' } }),
    )
    expect(uri).toContain(`otpauth://totp/Darsi:${encodeURIComponent(email)}`)
    const confirm = (code: string) => auth.call(`POST /auth/factors/${id}/verify`, { as: me, body: { code } })
    expect((await confirm('000000')).body['code']).toBe('MFA_CODE_WRONG')
    const { recoveryCodes } = dataOf<Factor>(await confirm(codeOf(secret)))
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

  it('is never lost to another enrolment at the same moment', async () => {
    for (let round = 0; round < rounds; round++) {
      const { email } = await auth.verified(someone('teacher'))
      const userId = String((await auth.accountOf(email))?._id)
      const { id, secret } = await auth.parts.factors.enrol(userId, 'Phone')
      const code = codeOf(secret)
      const tablets = Array.from({ length: 4 }, () => auth.parts.factors.enrol(userId, 'Tablet'))
      const [confirmed] = await Promise.allSettled([
        auth.parts.factors.confirm(userId, { factorId: id, code }),
        ...tablets,
      ])
      const factors = (await auth.accountOf(email))?.factors ?? []
      // either the confirmation came first and the factor is active, or an enrolment did and the confirmation was
      // refused
      const isKept = factors.some((factor) => factor.id === id && factor.verifiedAt !== null)
      expect(isKept).toBe(confirmed?.status === 'fulfilled')
      expect(factors.filter(({ verifiedAt }) => verifiedAt === null).length).toBeLessThanOrEqual(1)
    }
  })

  it('is required after the right password, and completes the sign-in', async () => {
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

  it('a code works once, also while another factor comes or goes', async () => {
    const { email, secret } = await enrolled()
    const { factors } = auth.parts
    const account = async () => {
      const found = await auth.accountOf(email)
      if (!found) throw new Error(email)
      return found
    }
    const userId = (await account())._id
    const onceBeside = async (change: () => Promise<unknown>) => {
      pass(2 * step)
      const code = codeOf(secret)
      const [, ...spent] = await Promise.allSettled([change(), factors.spend(userId, code)])
      spent.push(...(await Promise.allSettled([factors.spend(userId, code)])))
      expect(spent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    }
    for (let round = 0; round < rounds; round++) {
      const tablet = await factors.enrol(userId, 'Tablet')
      await onceBeside(() => factors.confirm(userId, { factorId: tablet.id, code: codeOf(tablet.secret) }))
      const proven = await account()
      await onceBeside(() => factors.remove(proven, { factorId: tablet.id }))
    }
  })

  it('a spent code and an enrolment raise the version, by which every other command notices them', async () => {
    const { email, secret } = await enrolled()
    const versionOf = async () => (await auth.accountOf(email))?.v ?? 0
    const userId = (await auth.accountOf(email))?._id ?? ''
    const before = await versionOf()
    await auth.parts.factors.spend(userId, codeOf(secret))
    expect(await versionOf()).toBe(before + 1)
    await auth.parts.factors.enrol(userId, 'Tablet')
    expect(await versionOf()).toBe(before + 2)
  })

  it('a challenge is good for one sign-in and five minutes, and only for the password that was proven', async () => {
    const { email, secret } = await enrolled()
    const spent = await challenge(email)
    expect((await factor(spent, codeOf(secret))).status).toBe(200)
    pass(2 * step)
    expect((await factor(spent, codeOf(secret))).body['code']).toBe('MFA_CHALLENGE_EXPIRED')
    const old = await challenge(email)
    await auth.parts.accounts.collection.updateOne({ email }, { $set: { passwordHash: 'another' } })
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
    expect(dataOf<Factor>(await auth.call('GET /auth/factors', { as: me })).recoveryCodesLeft).toBe(9)
    expect((await auth.eventsOf(email, 'user.second-factor-changed')).map(({ data }) => data.change)).toEqual(
      ['enrolled', 'recovery-used'],
    )
    const stored = JSON.stringify(await auth.accountOf(email))
    for (const one of recoveryCodes) expect(stored).not.toContain(one.replaceAll('-', ''))
  })

  it('a recovery code of the old, shorter form still works', async () => {
    const { email } = await enrolled()
    const recoveryCodes = [createHash('sha256').update('abcdefghjk').digest('hex')]
    await auth.parts.accounts.collection.updateOne({ email }, { $set: { recoveryCodes } })
    expect((await factor(await challenge(email), 'ABCDE-FGHJK')).status).toBe(200)
  })

  it('is not bypassed by a new password', async () => {
    const { email } = await enrolled()
    await auth.call('POST /auth/forgot-password', { body: { email } })
    const token = (await auth.eventsOf(email, 'user.password-reset-requested'))[0]?.personal.resetToken
    await auth.call('POST /auth/reset-password', { body: { token, password: 'trois-oliviers-au-bord' } })
    expect((await auth.login(email, 'trois-oliviers-au-bord')).body['code']).toBe('MFA_REQUIRED')
  })

  it('is removed with the password and a code; the recovery codes are removed with the last factor', async () => {
    const { email, me, id, secret } = await enrolled()
    const remove = (password: string, code?: string) =>
      auth.call(`DELETE /auth/factors/${id}`, { as: me, body: { password, code } })
    expect((await remove('wrong password', codeOf(secret))).body['code']).toBe('PASSWORD_WRONG')
    expect((await remove(goodPassword)).body['code']).toBe('MFA_CODE_REQUIRED')
    expect((await remove(goodPassword, '000000')).body['code']).toBe('MFA_CODE_WRONG')
    expect((await auth.eventsOf(email, 'user.login-failed')).at(-1)?.data.reason).toBe('factor')
    expect((await remove(goodPassword, codeOf(secret))).status).toBe(200)
    expect((await remove(goodPassword)).status).toBe(404)
    expect((await auth.accountOf(email))?.recoveryCodes).toEqual([])
    expect((await auth.login(email)).status).toBe(200)
  })

  it.each([
    ['POST /auth/reauthenticate', { password: goodPassword }],
    ['PUT /auth/password', { currentPassword: goodPassword, newPassword: 'trois-oliviers-au-bord' }],
    ['PUT /auth/email', { email: 'new-address@example.tn', password: goodPassword }],
    ['DELETE /me', { password: goodPassword }],
  ])('is asked for beside the password by %s', async (key, body) => {
    const { me, recoveryCodes } = await enrolled()
    const call = (code?: string) => auth.call(key, { as: me, body: { ...body, code } })
    expect((await call()).body['code']).toBe('MFA_CODE_REQUIRED')
    expect((await call('000000')).body['code']).toBe('MFA_CODE_WRONG')
    expect((await call(recoveryCodes[0])).status).toBeLessThan(300)
  })

  it('no code is spent on a new password that is refused', async () => {
    const { me, secret } = await enrolled()
    const change = (newPassword: string) => {
      const body = { currentPassword: goodPassword, newPassword, code: codeOf(secret) }
      return auth.call('PUT /auth/password', { as: me, body })
    }
    expect((await change('password1')).body['code']).toBe('PASSWORD_COMMON')
    expect((await change('trois-oliviers-au-bord')).status).toBe(200)
  })

  it('wrong codes count there too: five in 15 minutes, also with the right password', async () => {
    const own = await startAuth({ limitsFactor: 1 })
    const { email } = await own.verified(someone('teacher'))
    const me = identityOf(await own.login(email))
    const { id, secret } = dataOf<Factor>(
      await own.call('POST /auth/factors', { as: me, body: { type: 'totp' } }),
    )
    const first = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    await own.call(`POST /auth/factors/${id}/verify`, { as: me, body: { code: first } })
    const statuses = []
    for (let count = 0; count < 6; count++) {
      const body = { password: goodPassword, code: '000000' }
      statuses.push((await own.call('POST /auth/reauthenticate', { as: me, body })).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    await own.stop()
  })

  it('ends the other sessions and unfinished sign-ins when it is added or removed', async () => {
    const { email } = await auth.verified(someone('teacher'))
    const me = identityOf(await auth.login(email))
    const elsewhere = await auth.login(email)
    const { id, secret } = dataOf<Factor>(
      await auth.call('POST /auth/factors', { as: me, body: { type: 'totp', name: '' } }),
    )
    const verify = (code: string) => auth.call(`POST /auth/factors/${id}/verify`, { as: me, body: { code } })
    expect((await verify(codeOf(secret))).status).toBe(200)
    expect((await auth.refresh(cookieOf(elsewhere))).status).toBe(401)
    pass(2 * step)
    const begun = await challenge(email)
    const body = { password: goodPassword, code: codeOf(secret) }
    expect((await auth.call(`DELETE /auth/factors/${id}`, { as: me, body })).status).toBe(200)
    pass(2 * step)
    expect((await factor(begun, codeOf(secret))).body['code']).toBe('MFA_CHALLENGE_EXPIRED')
    expect(await auth.parts.sessions.list(me.userId, 'teacher')).toHaveLength(1)
    const events = await auth.eventsOf(email, 'user.second-factor-changed')
    // notifications keeps the push device of this session
    expect(events.map(({ data }) => [data.change, data.sessionId])).toEqual([
      ['enrolled', me.sessionId],
      ['removed', me.sessionId],
    ])
  })

  it('five wrong codes in 15 minutes are enough', async () => {
    const own = await startAuth({ limitsFactor: 1, adminMfa: 'required' })
    const { email } = await own.registered(someone('admin'))
    await own.parts.accounts.collection.updateOne({ email }, { $set: { status: 'approved' } })
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
    await own.parts.accounts.collection.updateOne({ email }, { $set: { status: 'approved' } })
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

  it('shows its recovery codes even when Redis fails just after it was confirmed', async () => {
    const own = await startAuth({ adminMfa: 'required' })
    const failing = () => {
      own.outbox.onCommit = () => own.redis.disconnect()
    }
    const codeNow = (secret: unknown) =>
      new TOTP({ secret: Secret.fromBase32(String(secret)) }).generate({ timestamp: Date.now() })
    const { email } = await own.verified(someone('teacher'))
    const me = identityOf(await own.login(email))
    const elsewhere = await own.login(email)
    const { id, secret } = dataOf<Factor>(
      await own.call('POST /auth/factors', { as: me, body: { type: 'totp', name: '' } }),
    )
    failing()
    const verify = { as: me, body: { code: codeNow(secret) } }
    const verified = await own.call(`POST /auth/factors/${id}/verify`, verify)
    expect(verified.status).toBe(200)
    expect(dataOf<Factor>(verified).recoveryCodes).toHaveLength(10)
    own.outbox.onCommit = () => {}
    await own.redis.connect()
    expect((await own.refresh(cookieOf(elsewhere))).status).toBe(401)

    const admin = await own.registered(someone('admin'))
    await own.parts.accounts.collection.updateOne({ email: admin.email }, { $set: { status: 'approved' } })
    const asked = (await own.login(admin.email)).body
    failing()
    const body = { challenge: asked['challenge'], code: codeNow(asked['secret']) }
    const answer = await own.call('POST /auth/login/factor', { body })
    expect(answer.status).toBe(200)
    expect(answer.body['recoveryCodes']).toHaveLength(10)
    own.outbox.onCommit = () => {}
    await own.redis.connect()
    // its challenge is void for every other code
    const other = { ...body, code: '000000' }
    const refused = await own.call('POST /auth/login/factor', { body: other })
    expect(refused.body['code']).toBe('MFA_CHALLENGE_EXPIRED')
    await own.stop()
  })

  it('answers a repeated confirmation with new recovery codes, because the first answer may be lost', async () => {
    const { email } = await auth.verified(someone('teacher'))
    const me = identityOf(await auth.login(email))
    const { id, secret } = dataOf<Factor>(
      await auth.call('POST /auth/factors', { as: me, body: { type: 'totp', name: '' } }),
    )
    const code = codeOf(secret)
    const verify = (given = code) =>
      auth.call(`POST /auth/factors/${id}/verify`, { as: me, body: { code: given } })
    const { recoveryCodes: lost } = dataOf<Factor>(await verify())
    // longer than a code is valid at a login
    pass(4 * step)
    const again = await verify()
    expect(again.status).toBe(200)
    expect(await auth.parts.sessions.list(me.userId, 'teacher')).toHaveLength(1)
    expect((await verify(codeOf(secret))).status).toBe(404)
    const { recoveryCodes } = dataOf<Factor>(again)
    expect((await factor(await challenge(email), lost[0] ?? '')).status).toBe(401)
    expect((await factor(await challenge(email), recoveryCodes[0] ?? '')).status).toBe(200)
    // a used recovery code shows that the answer arrived
    expect((await verify()).status).toBe(404)
  })

  it.each([
    ['after five minutes', async () => pass(5 * 60_000 + 1)],
    [
      'after a sign-in with a later code',
      async (email: string, secret: string) => {
        pass(2 * step)
        expect((await factor(await challenge(email), codeOf(secret))).status).toBe(200)
      },
    ],
  ])('confirms nothing again %s', async (_, wait) => {
    const { email } = await auth.verified(someone('teacher'))
    const me = identityOf(await auth.login(email))
    const { id, secret } = dataOf<Factor>(
      await auth.call('POST /auth/factors', { as: me, body: { type: 'totp', name: '' } }),
    )
    const body = { code: codeOf(secret) }
    const verify = () => auth.call(`POST /auth/factors/${id}/verify`, { as: me, body })
    expect((await verify()).status).toBe(200)
    await wait(email, secret)
    expect((await verify()).status).toBe(404)
  })

  it('that was set up on the way in lets the same code in again, with new recovery codes', async () => {
    const own = await startAuth({ adminMfa: 'required' })
    const { email } = await own.registered(someone('admin'))
    await own.parts.accounts.collection.updateOne({ email }, { $set: { status: 'approved' } })
    const asked = (await own.login(email)).body
    const code = new TOTP({ secret: Secret.fromBase32(String(asked['secret'])) }).generate()
    const body = { challenge: asked['challenge'], code }
    const first = await own.call('POST /auth/login/factor', { body })
    const answer = await own.call('POST /auth/login/factor', { body })
    expect(answer.status).toBe(200)
    expect(answer.body['recoveryCodes']).toHaveLength(10)
    expect((await own.refresh(cookieOf(first))).status).toBe(401)
    expect((await own.refresh(cookieOf(answer))).status).toBe(200)
    const signIn = async (codes: unknown) => {
      const { challenge } = (await own.login(email)).body
      // `as`: the contract's answer
      const [recovery] = codes as string[]
      return own.call('POST /auth/login/factor', { body: { challenge, code: recovery } })
    }
    expect((await signIn(first.body['recoveryCodes'])).status).toBe(401)
    expect((await signIn(answer.body['recoveryCodes'])).status).toBe(200)
    await own.stop()
  })
})
