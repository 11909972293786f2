import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { describe, expect, it } from '@jest/globals'
import { authOfFile, cookieOf, goodPassword, identityOf, someAddress, someone, startAuth } from './auth.ts'

const newPassword = 'trois-oliviers-au-bord'

const auth = await authOfFile()

const verify = (token: string) => auth.call('POST /auth/verify-email', { body: { token } })
const tokenOf = async (email: string) =>
  (await auth.eventsOf(email, 'user.registered'))[0]?.personal.verificationToken ?? ''

describe('the verification link', () => {
  it('verifies the address, also a second time while it is valid, and allows the student’s sign-in', async () => {
    const { email } = await auth.registered(someone('student'))
    const token = await tokenOf(email)
    const first = await verify(token)
    expect(first.body).toEqual({ success: true, message: 'Your email has been successfully verified!' })
    expect((await verify(token)).body).toEqual(first.body)
    expect(await auth.eventsOf(email, 'user.verified')).toHaveLength(1)
    expect((await auth.login(email)).body).toMatchObject({
      redirectTo: '/student/dashboard',
      user: { isVerified: true },
    })
  })

  it('20 clicks at once verify once', async () => {
    const { email } = await auth.registered(someone('student'))
    const token = await tokenOf(email)
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(token)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await auth.eventsOf(email, 'user.verified')).toHaveLength(1)
  })

  it('expires after 24 hours: 400', async () => {
    const own = await startAuth()
    const { email } = await own.registered(someone('student'))
    const token = (await own.eventsOf(email, 'user.registered'))[0]?.personal.verificationToken ?? ''
    const late = (ms: number) => {
      own.pass(ms)
      return own.call('POST /auth/verify-email', { body: { token } })
    }
    const expired = await late(24 * hourMs)
    expect(expired.status).toBe(400)
    expect(expired.body['error']).toBe(
      'This verification link has expired. Please request a new verification email.',
    )
    expect((await own.login(email)).body['code']).toBe('EMAIL_NOT_VERIFIED')
    await own.stop()
  })

  it('is 404 when unknown, and a missing token has its own problem', async () => {
    const unknown = await verify('x'.repeat(43))
    expect(unknown.status).toBe(404)
    expect(unknown.body['error']).toBe(
      'Invalid verification token. Please check your email for the correct link.',
    )
    const none = await verify('')
    expect(none.status).toBe(404)
    expect(none.body['error']).toBe('Invalid verification link. No token provided.')
  })

  it('is sent again with the same answer for any address; the old link is void', async () => {
    const { email } = await auth.registered(someone('student'))
    const old = await tokenOf(email)
    const resend = (address: string) =>
      auth.call('POST /auth/resend-verification', { body: { email: address } })
    expect((await resend(email)).body).toEqual({
      success: true,
      message: `New verification email sent to ${email}. Please check your inbox.`,
    })
    const nobody = someAddress()
    expect((await resend(nobody)).body['message']).toContain(nobody)
    const replaced = await verify(old)
    expect([replaced.status, replaced.body['code']]).toEqual([400, 'LINK_REPLACED'])
    expect(replaced.body['error']).toContain('newest email')
    const [event] = await auth.eventsOf(email, 'user.verification-requested')
    expect((await verify(event?.personal.verificationToken ?? '')).status).toBe(200)
    await resend(email)
    expect(await auth.eventsOf(email, 'user.verification-requested')).toHaveLength(1)
    expect((await resend('')).body['error']).toBe(
      'Unable to resend verification email. Email address not found.',
    )
  })
})

describe('a forgotten password', () => {
  const forgot = (email: string) => auth.call('POST /auth/forgot-password', { body: { email } })
  const reset = (token: string, password = newPassword) =>
    auth.call('POST /auth/reset-password', { body: { token, password } })
  const resetToken = async (email: string) =>
    (await auth.eventsOf(email, 'user.password-reset-requested')).at(-1)?.personal.resetToken ?? ''

  it.each([
    ['', 'Please enter your email address'],
    ['  ', 'Please enter your email address'],
    ['amal', 'Please enter a valid email address'],
  ])('needs an address (%s)', async (email, text) => {
    const answer = await forgot(email)
    expect(answer.status).toBe(400)
    expect(answer.body['error']).toBe(text)
  })

  it('answers the same whether or not there is an account', async () => {
    const { email } = await auth.verified()
    const known = await forgot(email)
    const unknown = await forgot(someAddress())
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    expect(await auth.eventsOf(email, 'user.password-reset-requested')).toHaveLength(1)
  })

  it('is set once by the link; every session ends and the address counts as verified', async () => {
    const { email } = await auth.registered(someone('teacher'))
    const before = await auth.login(email)
    await forgot(email)
    const token = await resetToken(email)
    expect((await reset(token, 'short')).body['code']).toBe('PASSWORD_TOO_SHORT')
    expect((await reset(token, 'password1')).body['code']).toBe('PASSWORD_COMMON')
    const results = await Promise.all([reset(token), reset(token), reset(token)])
    expect(results.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect((await reset(token)).body['code']).toBe('RESET_LINK_INVALID')
    expect((await auth.refresh(cookieOf(before))).status).toBe(401)
    expect((await auth.login(email)).status).toBe(401)
    const after = await auth.login(email, newPassword)
    expect(after.status).toBe(200)
    const profile = await auth.call('GET /auth/profile', { as: identityOf(after) })
    expect(profile.body['data']).toMatchObject({ emailVerified: true })
    expect(await auth.eventsOf(email, 'user.reclaimed')).toHaveLength(1)
  })

  it('a new link voids the old one, and none is valid for longer than 30 minutes', async () => {
    const own = await startAuth()
    const { email } = await own.verified()
    const ask = async () => {
      await own.call('POST /auth/forgot-password', { body: { email } })
      return (await own.eventsOf(email, 'user.password-reset-requested')).at(-1)?.personal.resetToken ?? ''
    }
    const [first, second] = [await ask(), await ask()]
    const set = (token: string) =>
      own.call('POST /auth/reset-password', { body: { token, password: newPassword } })
    expect((await set(first)).body['code']).toBe('LINK_REPLACED')
    expect((await set('made-up')).body['code']).toBe('RESET_LINK_INVALID')
    own.pass(hourMs / 2)
    expect((await set(second)).status).toBe(400)
    await own.stop()
  })

  it('sends nothing to a suspended account', async () => {
    const { email } = await auth.verified()
    await auth.parts.accounts.collection.updateOne({ email }, { $set: { status: 'suspended' } })
    expect((await forgot(email)).status).toBe(200)
    expect(await auth.eventsOf(email, 'user.password-reset-requested')).toHaveLength(0)
  })
})

describe('a new e-mail address', () => {
  const ask = (as: ReturnType<typeof identityOf>, email: string, password = goodPassword) =>
    auth.call('PUT /auth/email', { as, body: { email, password } })

  it('counts once its own link was used', async () => {
    const { email } = await auth.verified()
    const me = identityOf(await auth.login(email))
    const fresh = someAddress()
    expect((await ask(me, fresh, 'wrong password')).body['code']).toBe('PASSWORD_WRONG')
    expect((await ask(me, 'nonsense')).body['code']).toBe('EMAIL_INVALID')
    expect((await ask(me, fresh)).status).toBe(200)
    const [event] = await auth.eventsOf(email, 'user.email-change-requested')
    expect(event?.personal).toMatchObject({ email, newEmail: fresh })
    expect((await auth.login(fresh)).status).toBe(401)
    expect((await verify(event?.personal.verificationToken ?? '')).status).toBe(200)
    expect((await auth.login(email)).status).toBe(401)
    expect((await auth.login(fresh)).status).toBe(200)
    const [changed] = await auth.eventsOf(fresh, 'user.email-changed')
    expect(changed?.personal).toMatchObject({ email: fresh, oldEmail: email })
    // nobody else can claim the old address for seven days, nor the new one
    await auth.registered(someone('student', email))
    expect(await auth.accountOf(email)).toBeNull()
    await auth.registered(someone('student', fresh))
    expect(await auth.eventsOf(fresh, 'user.registration-repeated')).toHaveLength(1)
  })

  it('that two accounts request, or that is registered meanwhile, becomes the address of one account', async () => {
    const wanted = someAddress()
    const links = []
    for (let n = 0; n < 2; n++) {
      const { email } = await auth.verified()
      await ask(identityOf(await auth.login(email)), wanted)
      const [event] = await auth.eventsOf(email, 'user.email-change-requested')
      links.push(event?.personal.verificationToken ?? '')
    }
    const answers = await Promise.all([
      ...links.map((link) => verify(link)),
      ...Array.from({ length: 5 }, () =>
        auth.call('POST /auth/register', { body: someone('student', wanted) }),
      ),
    ])
    expect(answers.slice(2).map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(await auth.parts.accounts.collection.countDocuments({ email: wanted })).toBe(1)
  })

  it('whose claim was left behind by a crash is free again after ten minutes', async () => {
    const own = await startAuth()
    const lost = someAddress()
    await own.parts.accounts.addresses.claim(lost, 'an-account-never-written', own.parts.now())
    const early = await own.call('POST /auth/register', { body: someone('student', lost) })
    expect(early.status).toBe(503)
    expect(await own.accountOf(lost)).toBeNull()
    own.pass(hourMs / 6)
    await own.registered(someone('student', lost))
    expect(await own.accountOf(lost)).not.toBeNull()
    await own.stop()
  })
})
