import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { authOfFile, cookieOf, goodPassword, identityOf, someAddress, someone } from './auth.ts'

const newPassword = 'trois-oliviers-au-bord'
const weekAgo = () => new Date(Date.now() - 7 * 24 * 3_600_000)

const auth = await authOfFile()

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
