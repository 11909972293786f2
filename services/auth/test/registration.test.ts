import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { registrationSchema } from '@darsi/contracts/rules/registration/registration-schema.ts'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { createRegister } from '../src/registration/register.ts'
import { validRegistration } from '../src/registration/valid-registration.ts'
import { cookieOf, goodPassword, identityOf, someAddress, someone } from './auth.ts'
import { consumingOfFile } from './consuming.ts'

const successText = 'Registration submitted successfully! Please check your email for verification.'

const { auth, kafka } = await consumingOfFile()

describe('registration', () => {
  const register = (body: unknown, headers: Record<string, string> = {}, path = '/auth/register') =>
    auth.call(`POST ${path}`, { body, headers })

  it.each([
    ['student', 'approved', true],
    ['parent', 'approved', true],
    ['teacher', 'pending', true],
    ['admin', 'pending', false],
  ] as const)('a %s starts %s', async (role, status, isMailed) => {
    const values = someone(role)
    const answer = await register(values)
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({ success: true, message: successText, data: { message: successText } })
    const [event] = await auth.eventsOf(values.email, 'user.registered')
    expect(event?.data).toMatchObject({ role, status, governorateId: 1 })
    expect(event?.personal).toMatchObject({
      fullName: 'Amal Ben Salah',
      phone: '+21620123456',
      location: { governorate: 'Tunis', delegation: 'La Marsa', governorate_id: 1, municipality_id: null },
    })
    // an admin needs no e-mail verification (spec §1)
    expect(event?.personal.verificationToken !== undefined).toBe(isMailed)
  })

  it('keeps neither the password nor the token, and sends personal data only sealed', async () => {
    const values = await auth.registered(someone('student'))
    const [event] = await auth.eventsOf(values.email, 'user.registered')
    const stored = JSON.stringify(await auth.accountOf(values.email))
    expect(stored).not.toContain(values.password)
    expect(stored).not.toContain(event?.personal.verificationToken)
    expect(stored).not.toContain('20123456')
  })

  it('reports every broken rule in the order of the specification, the first as the error', async () => {
    const answer = await register({})
    expect(answer.status).toBe(400)
    expect(answer.body['error']).toBe('Full name is required')
    // `as`: a problem document of ours
    const errors = answer.body['errors'] as { path: string; message: string }[]
    expect(errors.map(({ message }) => message)).toEqual([
      'Full name is required',
      'Valid email address is required',
      'Valid Tunisian phone number is required',
      'Password must be at least 8 characters long',
      'Please select your role',
      'Location is mandatory - please select your governorate',
    ])
  })

  it.each([
    [
      'a teacher without a subject',
      { roleSpecificData: { acceptTerms: true } },
      'Please select at least one teaching subject.',
    ],
    [
      'a delegation of another governorate',
      { location: { governorate: 'Sfax', delegation: 'La Marsa' } },
      'This delegation does not belong to the chosen governorate',
    ],
    [
      'a radius of 51 km',
      { location: { governorate: 'Sfax', service_radius: 51 } },
      'Service radius must be between 1 and 50 km',
    ],
    ['an address with only an @', { email: 'a@b' }, 'Valid email address is required'],
    ['129 characters', { password: 'x'.repeat(129) }, 'Password must be at most 128 characters long'],
  ])('refuses %s', async (_what, values, text) => {
    const answer = await register({ ...someone('teacher'), ...values })
    expect(answer.status).toBe(400)
    expect(answer.body['error']).toBe(text)
  })

  it.each([
    ['student', 'sept-mo', 'PASSWORD_TOO_SHORT'],
    ['admin', 'kV9#mm2!qz-8Lp', 'ADMIN_PASSWORD_TOO_SHORT'],
    ['teacher', 'password1', 'PASSWORD_COMMON'],
    ['teacher', 'BenSalah99', 'PASSWORD_PERSONAL'],
    ['parent', 'zqzqzqzqzqzq', 'PASSWORD_GUESSABLE'],
  ] as const)('refuses the password of a %s with the reason: %s', async (role, password, code) => {
    const answer = await auth.call('POST /auth/register', { body: { ...someone(role), password } })
    expect([answer.status, answer.body['code']]).toEqual([400, code])
  })

  it.each(['role', 'status', 'isVerified', 'is_verified', 'emailVerifiedAt', '_id'])(
    'refuses a body that brings its own %s',
    async (field) => {
      const values = { ...someone('student'), [field]: 'super-admin' }
      expect((await register(values)).status).toBe(400)
      expect(await auth.accountOf(values.email)).toBeNull()
    },
  )

  it('refuses a super-admin and unknown fields of step 2', async () => {
    expect((await register({ ...someone('student'), userType: 'super-admin' })).body['code']).toBe(
      'ROLE_REQUIRED',
    )
    const odd = { ...someone('student'), roleSpecificData: { educationLevel: 'university', role: 'admin' } }
    expect((await register(odd)).body['code']).toBe('BODY_INVALID')
  })

  it('a path that names a role takes only that role', async () => {
    for (const role of ['student', 'teacher', 'parent'] as const) {
      expect((await register(someone(role), {}, `/auth/register/${role}`)).status).toBe(201)
      const other = role === 'parent' ? 'student' : 'parent'
      const answer = await register(someone(other), {}, `/auth/register/${role}`)
      expect(answer.status).toBe(400)
      expect(answer.body['code']).toBe('REGISTRATION_PATH_MISMATCH')
    }
  })

  it('a taken address gets the same answer and no second account; its owner is notified once an hour', async () => {
    const values = await auth.registered(someone('student'))
    const other = { ...someone('teacher', values.email.toUpperCase()), fullName: 'Somebody Else' }
    const first = await register(values)
    const again = await register(other)
    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect(await auth.parts.accounts.collection.countDocuments({ email: values.email })).toBe(1)
    expect((await auth.accountOf(values.email))?.role).toBe('student')
    expect(await auth.eventsOf(values.email, 'user.registration-repeated')).toHaveLength(1)
  })

  it('50 people at once with one address: one account, the same answer for all', async () => {
    const email = someAddress()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        register({ ...someone('student'), email }, { 'idempotency-key': randomUUID() }),
      ),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(201)
    expect(await auth.parts.accounts.collection.countDocuments({ email })).toBe(1)
    expect(await auth.eventsOf(email, 'user.registered')).toHaveLength(1)
  }, 120_000)

  it('a retry with its Idempotency-Key is the same registration and sends no notice to the owner', async () => {
    const values = someone('student')
    const key = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(Array.from({ length: 5 }, () => register(values, key)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(await auth.eventsOf(values.email, 'user.registration-repeated')).toHaveLength(0)
    const other = await register(someone('student'), key)
    expect(other.status).toBe(409)
    expect(other.body['code']).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  it('an Idempotency-Key that is reused with another password or body is a conflict, whether the address is taken or not', async () => {
    const taken = await auth.registered(someone('student'))
    for (const values of [someone('student'), someone('student', taken.email)]) {
      const key = { 'idempotency-key': randomUUID() }
      expect((await register(values, key)).status).toBe(201)
      const other = { ...values, password: 'trois-oliviers-au-bord' }
      const answers = [await register(other, key), await register({ ...values, fullName: 'Other' }, key)]
      expect(answers.map(({ status, body }) => [status, body['code']])).toEqual([
        [409, 'IDEMPOTENCY_KEY_REUSED'],
        [409, 'IDEMPOTENCY_KEY_REUSED'],
      ])
      expect((await register(values, key)).status).toBe(201)
      expect((await auth.login(values.email, other.password)).status).toBe(401)
    }
  })

  it('an Idempotency-Key does not reveal whether the address was taken', async () => {
    const taken = await auth.registered(someone('student'))
    const answersOf = async (values: ReturnType<typeof someone>) => {
      const key = { 'idempotency-key': randomUUID() }
      const other = someone('student')
      const answers = [await register(values, key), await register(values, key), await register(other, key)]
      expect(await auth.accountOf(other.email)).toBeNull()
      return answers.map(({ status, body: { instance: _, ...body } }) => [status, body])
    }
    const ofTaken = await answersOf(someone('teacher', taken.email))
    expect(ofTaken.map(([status]) => status)).toEqual([201, 201, 409])
    expect(await answersOf(someone('teacher'))).toEqual(ofTaken)
  })

  it('a first attempt that died before writing its account is finished only by its own repetition', async () => {
    const { accounts, persons, invitedAddresses, passwords, notifyOwner, now } = auth.parts
    const dying = createRegister(
      {
        accounts,
        invitedAddresses,
        passwords,
        outbox: { ...auth.outbox, insert: () => Promise.reject(new Error('killed')) },
        notifyOwner,
        now,
      },
      persons.find,
    )
    const values = someone('student')
    const circumstances = { today: now(), publicTeachers: 'warn' as const }
    const valid = validRegistration(registrationSchema.parse(values), circumstances)
    const idempotencyKey = randomUUID()
    await expect(dying({ valid, language: 'en', idempotencyKey })).rejects.toThrow('killed')
    // the address is claimed, and nobody has it: no answer may say that it worked
    expect((await register(values, { 'idempotency-key': randomUUID() })).status).toBe(503)
    expect(await auth.accountOf(values.email)).toBeNull()
    const again = await register(values, { 'idempotency-key': idempotencyKey })
    expect(again.status).toBe(201)
    expect(await auth.accountOf(values.email)).not.toBeNull()
    expect(await auth.eventsOf(values.email, 'user.registered')).toHaveLength(1)
  })

  it('waits for the erasure of the account that had the address until a moment ago', async () => {
    const { email } = await auth.verified()
    const me = identityOf(await auth.login(email))
    await auth.call('DELETE /me', { as: me, body: { password: goodPassword } })
    // a success would promise a mail that is never sent
    expect((await register(someone('student', email))).status).toBe(503)
    const [answer] = await Promise.all([
      register(someone('student', email)),
      sleep(1000).then(() => auth.parts.erase(me.userId, { at: new Date() })),
    ])
    expect(answer.status).toBe(201)
    expect(await auth.eventsOf(email, 'user.registered')).toHaveLength(1)
  })

  it('makes no hash while the database is away', async () => {
    let hashed = 0
    const { accounts, passwords, now } = auth.parts
    const hash = (password: string) => {
      hashed++
      return passwords.hash(password)
    }
    const away = createRegister(
      {
        ...auth.parts,
        accounts: { ...accounts, byEmail: () => Promise.reject(new Error('away')) },
        passwords: { ...passwords, hash },
        outbox: auth.outbox,
      },
      auth.parts.persons.find,
    )
    const circumstances = { today: now(), publicTeachers: 'warn' as const }
    const valid = validRegistration(registrationSchema.parse(someone('student')), circumstances)
    await expect(away({ valid, language: 'en', idempotencyKey: undefined })).rejects.toThrow('away')
    expect(hashed).toBe(0)
  })

  it('a retry does the same work as the first try', async () => {
    let hashed = 0
    const { accounts, persons, invitedAddresses, passwords, notifyOwner, now } = auth.parts
    const hash = (password: string) => {
      hashed++
      return passwords.hash(password)
    }
    const once = createRegister(
      {
        accounts,
        invitedAddresses,
        passwords: { ...passwords, hash },
        outbox: auth.outbox,
        notifyOwner,
        now,
      },
      persons.find,
    )
    const circumstances = { today: now(), publicTeachers: 'warn' as const }
    const valid = validRegistration(registrationSchema.parse(someone('student')), circumstances)
    for (let count = 0; count < 2; count++) await once({ valid, language: 'en', idempotencyKey: valid.email })
    expect(hashed).toBe(2)
    expect(await auth.eventsOf(valid.email, 'user.registered')).toHaveLength(1)
  })
})

describe('a guardian who comes by the mailed invitation', () => {
  const invited = async (email: string, expiresAt = new Date(Date.now() + 3_600_000)) => {
    const [token, invitationId] = [randomUUID(), randomUUID()]
    await kafka.publish('users', invitationId, 1, {
      type: 'guardian.invited',
      data: { invitationId, studentId: 's', expiresAt: expiresAt.toISOString(), isFormer: false },
      personal: { email, studentName: 'Amina', language: 'ar', alsoIn: 'fr', token },
    })
    return token
  }
  const register = (values: object, invitation: string) =>
    auth.call('POST /auth/register', { body: { ...values, invitation } })

  it('has proven the address, is mailed nothing more, and signs in at once', async () => {
    const values = someone('parent')
    const token = await invited(values.email)
    await eventually(() => auth.parts.invitedAddresses.proves(token, values.email, new Date()))
    const answer = await register(values, token)
    expect(answer).toMatchObject({ status: 201, body: { data: { proven: true } } })
    const [event] = await auth.eventsOf(values.email, 'user.registered')
    expect(event?.data.verifiedAt).toBeDefined()
    expect(event?.personal.verificationToken).toBeUndefined()
    expect(JSON.stringify(await auth.accountOf(values.email))).not.toContain(token)
    const login = await auth.call('POST /auth/login', {
      body: { email: values.email, password: values.password },
    })
    expect(login.status).toBe(200)
  })

  it('confirms by mail with another address, another role, a wrong or an expired invitation', async () => {
    const [values, other, student, late] = [
      someone('parent'),
      someone('parent'),
      someone('student'),
      someone('parent'),
    ]
    const token = await invited(values.email)
    const studentToken = await invited(student.email)
    const lateToken = await invited(late.email, new Date(Date.now() - 1000))
    await eventually(() => auth.parts.invitedAddresses.proves(studentToken, student.email, new Date()))
    for (const [who, given] of [
      [other, token],
      [values, `${token}x`],
      [student, studentToken],
      [late, lateToken],
    ] as const) {
      expect((await register(who, given)).body['data']).toEqual({ message: successText })
      const [event] = await auth.eventsOf(who.email, 'user.registered')
      expect(event?.personal.verificationToken).toBeDefined()
    }
  })

  it('gets the same answer whether the address is taken or not', async () => {
    const values = await auth.registered(someone('parent'))
    const token = await invited(values.email)
    await eventually(() => auth.parts.invitedAddresses.proves(token, values.email, new Date()))
    const again = someone('parent', values.email)
    expect((await register(again, token)).body['data']).toMatchObject({ proven: true })
    expect(await auth.eventsOf(values.email, 'user.registered')).toHaveLength(1)
  })
})

const newPassword = 'trois-oliviers-au-bord'
const weekAgo = () => new Date(Date.now() - 7 * 24 * 3_600_000)

/** A teacher's account that another person registered and used. */
async function used() {
  const { email } = await auth.registered(someone('teacher'))
  const answer = await auth.login(email)
  const link = (await auth.eventsOf(email, 'user.registered'))[0]?.personal.verificationToken ?? ''
  return { email, me: identityOf(answer), cookie: cookieOf(answer), link }
}
const verify = (token: string, more: { as?: ReturnType<typeof identityOf>; password?: string } = {}) =>
  auth.call('POST /auth/verify-email', {
    body: { token, ...(more.password && { password: more.password }) },
    ...(more.as && { as: more.as }),
  })
async function resetOf(email: string) {
  await auth.call('POST /auth/forgot-password', { body: { email } })
  const token = (await auth.eventsOf(email, 'user.password-reset-requested')).at(-1)?.personal.resetToken
  return auth.call('POST /auth/reset-password', { body: { token, password: newPassword } })
}

describe('before the address is proven', () => {
  it('there is no second factor and no change of address', async () => {
    const { email, me } = await used()
    const factor = await auth.call('POST /auth/factors', { as: me, body: { type: 'totp', name: 'x' } })
    expect([factor.status, factor.body['code']]).toEqual([403, 'EMAIL_UNPROVEN'])
    const body = { email: someAddress(), password: goodPassword }
    const change = await auth.call('PUT /auth/email', { as: me, body })
    expect([change.status, change.body['code']]).toEqual([403, 'EMAIL_UNPROVEN'])
    expect(await auth.accountOf(email)).toMatchObject({ factors: [], emailChange: null })
  })
})

describe('the first proof of an address', () => {
  it('by a reset removes everything that a stranger set up', async () => {
    const { email, me, cookie, link } = await used()
    const factor = {
      id: randomUUID(),
      name: 'stranger',
      sealedSecret: '',
      verifiedAt: weekAgo(),
      createdAt: weekAgo(),
      lastStep: 0,
    }
    const expiresAt = new Date(Date.now() + 3_600_000)
    const emailChange = { email: someAddress(), hash: 'x', expiresAt, cancelHashes: [], proofs: 0 }
    await auth.parts.accounts.collection.updateOne(
      { email },
      { $set: { factors: [factor], recoveryCodes: ['y'], emailChange } },
    )
    expect((await resetOf(email)).status).toBe(200)
    expect(await auth.accountOf(email)).toMatchObject({
      factors: [],
      recoveryCodes: [],
      devices: [],
      emailChange: null,
      verification: null,
      recovery: null,
    })
    expect((await auth.refresh(cookie)).status).toBe(401)
    expect(await auth.parts.sessions.list(me.userId, 'teacher')).toEqual([])
    expect((await verify(link)).status).toBe(404)
    // one event, in one write with the password: every other service drops its data by it
    const [reclaimed] = await auth.eventsOf(email, 'user.reclaimed')
    expect(reclaimed?.data).toMatchObject({ userId: me.userId, role: 'teacher' })
    expect(await auth.eventsOf(email, 'user.verified')).toEqual([])
    // no factor is required: the owner can sign in
    expect((await auth.login(email, newPassword)).status).toBe(200)
    expect((await auth.login(email)).status).toBe(401)
  })

  it('by the link alone is enough while nobody has signed in, and keeps the password', async () => {
    const { email } = await auth.registered(someone('teacher'))
    const link = (await auth.eventsOf(email, 'user.registered'))[0]?.personal.verificationToken ?? ''
    expect((await verify(link)).status).toBe(200)
    expect((await auth.login(email)).status).toBe(200)
  })

  it('by the link of an account in use takes a session of it or its password, and keeps everything', async () => {
    const first = await used()
    const bare = await verify(first.link)
    expect([bare.status, bare.body['code']]).toEqual([403, 'VERIFICATION_PASSWORD_REQUIRED'])
    const other = await used()
    expect((await verify(first.link, { as: other.me })).status).toBe(403)
    expect((await verify(first.link, { as: first.me })).status).toBe(200)
    expect((await auth.refresh(first.cookie)).status).toBe(200)
    expect((await verify(other.link, { password: 'not the password' })).body['code']).toBe('PASSWORD_WRONG')
    expect((await verify(other.link, { password: goodPassword })).status).toBe(200)
    expect((await auth.refresh(other.cookie)).status).toBe(200)
    expect(await auth.eventsOf(other.email, 'user.reclaimed')).toEqual([])
  })

  it('by an invitation removes nothing, because nobody could have signed in before', async () => {
    const email = someAddress()
    await auth.parts.invitation.invite('admin', { email, fullName: 'New Admin', language: 'en' }, 'by')
    const [invited] = await auth.eventsOf(email, 'user.invited')
    const token = invited?.personal.invitationToken
    const body = { token, password: 'trois-oliviers-au-bord-de-mer' }
    expect((await auth.call('POST /auth/reset-password', { body })).status).toBe(200)
    expect(await auth.eventsOf(email, 'user.reclaimed')).toEqual([])
    expect(await auth.eventsOf(email, 'user.verified')).toHaveLength(1)
  })

  it('a later reset keeps factors and codes', async () => {
    const { email } = await auth.verified()
    await auth.parts.accounts.collection.updateOne({ email }, { $set: { recoveryCodes: ['y'] } })
    expect((await resetOf(email)).status).toBe(200)
    expect(await auth.accountOf(email)).toMatchObject({ recoveryCodes: ['y'] })
  })
})
