import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { rounds } from '@darsi/kit/testing/rounds.ts'
import { dataOf } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { Secret, TOTP } from 'otpauth'
import { createEmailChange } from '../src/email-change/email-change.ts'
import { consumes } from '../src/events.ts'
import { personConsumes } from '../src/persons/events.ts'
import {
  authOfFile,
  cookieOf,
  goodPassword,
  identityOf,
  someAddress,
  someone,
  startAuth,
  type TestAuth,
} from './auth.ts'

const newPassword = 'trois-oliviers-au-bord'

const auth = await authOfFile()

type Me = ReturnType<typeof identityOf>
const verify = (token: string, as?: Me) =>
  auth.call('POST /auth/verify-email', { body: { token }, ...(as && { as }) })
const undo = (token: string, as?: Me) =>
  auth.call('POST /auth/email/undo', { body: { token }, ...(as && { as }) })
const askFor = (as: Me, email: string, password = goodPassword) =>
  auth.call('PUT /auth/email', { as, body: { email, password } })
const lastOf = async <K extends Parameters<TestAuth['eventsOf']>[1]>(email: string, type: K) =>
  (await auth.eventsOf(email, type)).at(-1)
const resetToken = async (email: string) => {
  await auth.call('POST /auth/forgot-password', { body: { email } })
  return (await lastOf(email, 'user.password-reset-requested'))?.personal.resetToken ?? ''
}
const reset = (token: string, password = newPassword) =>
  auth.call('POST /auth/reset-password', { body: { token, password } })

/** An account with two sessions and a pending change of address. */
async function withPendingChange() {
  const { email } = await auth.verified()
  const answer = await auth.login(email)
  const me = identityOf(answer)
  const elsewhere = await auth.login(email)
  const wanted = someAddress()
  expect((await askFor(me, wanted)).status).toBe(200)
  const personal = (await lastOf(email, 'user.email-change-requested'))?.personal
  const { verificationToken = '', cancelToken = '' } = personal ?? {}
  return { email, me, cookie: cookieOf(answer), elsewhere, wanted, verificationToken, cancelToken }
}

describe('a pending change of address', () => {
  const decision = (userId: string, sequence: number) => {
    const at = new Date().toISOString()
    return {
      ...{
        id: `admin.${userId}.${sequence}`,
        producer: 'admin' as const,
        subject: userId,
        sequence,
        time: at,
      },
      data: { userId, role: 'student' as const, at, by: 'an-admin', previous: 'approved' as const },
      personal: { email: '', fullName: '', language: 'fr' as const, reason: '' },
    }
  }
  const proofs: Record<string, (of: Awaited<ReturnType<typeof withPendingChange>>) => Promise<unknown>> = {
    'a reset': async ({ email }) => reset(await resetToken(email)),
    'a new password': ({ me }) =>
      auth.call('PUT /auth/password', {
        as: me,
        body: { currentPassword: goodPassword, newPassword },
      }),
    'the end of all sessions': ({ me }) => auth.call('DELETE /auth/sessions', { as: me }),
    'a suspension, also one that was lifted': async ({ me }) => {
      const handle = consumes(auth.parts, personConsumes(auth.parts))
      await handle['user.suspended']?.({ type: 'user.suspended', ...decision(me.userId, 1) })
      await handle['user.reinstated']?.({ type: 'user.reinstated', ...decision(me.userId, 2) })
    },
    '“this was not me”': ({ cancelToken }) => undo(cancelToken),
  }
  it.each(Object.entries(proofs))('does not survive %s', async (_, prove) => {
    const asked = await withPendingChange()
    await prove(asked)
    expect((await verify(asked.verificationToken)).status).toBe(404)
    expect(await auth.accountOf(asked.wanted)).toBeNull()
    expect(await auth.accountOf(asked.email)).not.toBeNull()
  })

  it('confirmed while the owner resets the password is one or the other, never both', async () => {
    for (let round = 0; round < rounds; round++) {
      const { email, wanted, verificationToken } = await withPendingChange()
      const token = await resetToken(email)
      const [confirmed, done] = await Promise.all([verify(verificationToken), reset(token)])
      expect([confirmed.status, done.status].sort()).toEqual(expect.arrayContaining([200]))
      expect(confirmed.status === 200 && done.status === 200).toBe(false)
      const isMoved = (await auth.accountOf(wanted)) !== null
      expect(isMoved).toBe(confirmed.status === 200)
      expect((await auth.login(isMoved ? wanted : email, newPassword)).status).toBe(isMoved ? 401 : 200)
    }
  })

  it('is cancelled by the link of any of its notices, and every session ends', async () => {
    const asked = await withPendingChange()
    const first = asked.cancelToken
    await askFor(asked.me, someAddress())
    const later = (await lastOf(asked.email, 'user.email-change-requested'))?.personal.verificationToken ?? ''
    const answer = await undo(first, asked.me)
    expect(answer.status).toBe(200)
    expect(String(answer.body['message'])).toContain('The change is stopped')
    expect((await verify(later)).status).toBe(404)
    expect((await auth.refresh(cookieOf(asked.elsewhere))).status).toBe(401)
    expect((await auth.refresh(asked.cookie)).status).toBe(401)
    expect((await undo(first)).body['code']).toBe('EMAIL_CHANGE_LINK_UNKNOWN')
    expect(await auth.eventsOf(asked.email, 'user.email-change-undone')).toHaveLength(1)
  })

  it('is cancelled with what a thief set up for it: neither the factor nor the password works any more', async () => {
    const { email } = await auth.verified()
    const thief = await auth.login(email)
    const as = identityOf(thief)
    const enrolled = await auth.call('POST /auth/factors', { as, body: { type: 'totp', name: '' } })
    const { id, secret } = dataOf<{ id: string; secret: string }>(enrolled)
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    const confirmed = await auth.call(`POST /auth/factors/${id}/verify`, { as, body: { code } })
    const [recoveryCode] = (confirmed.body['data'] as { recoveryCodes: string[] }).recoveryCodes
    const body = { email: someAddress(), password: goodPassword, code: recoveryCode }
    expect((await auth.call('PUT /auth/email', { as, body })).status).toBe(200)
    const { cancelToken = '' } = (await lastOf(email, 'user.email-change-requested'))?.personal ?? {}
    expect((await undo(cancelToken)).status).toBe(200)
    expect((await auth.refresh(cookieOf(thief))).status).toBe(401)
    expect((await auth.login(email)).body['code']).toBe('LOGIN_FAILED')
    expect(await auth.accountOf(email)).toMatchObject({ factors: [], recoveryCodes: [] })
    const undone = await lastOf(email, 'user.email-change-undone')
    expect(undone?.personal).toMatchObject({ email, newEmail: email })
    expect((await reset(undone?.personal.resetToken ?? '')).status).toBe(200)
    expect((await auth.login(email, newPassword)).status).toBe(200)
  })

  it('is taken back also when it is confirmed at the same moment', async () => {
    for (let round = 0; round < rounds; round++) {
      const { email, wanted, verificationToken, cancelToken } = await withPendingChange()
      const [, undone] = await Promise.all([verify(verificationToken), undo(cancelToken)])
      expect(undone.status).toBe(200)
      expect(await auth.accountOf(wanted)).toBeNull()
      expect((await auth.login(email)).body['code']).toBe('LOGIN_FAILED')
    }
  })
})

describe('a confirmed change of address', () => {
  async function takenOver() {
    const asked = await withPendingChange()
    expect((await verify(asked.verificationToken)).status).toBe(200)
    const undoToken = (await lastOf(asked.wanted, 'user.email-changed'))?.personal.undoToken ?? ''
    return { ...asked, undoToken }
  }

  it('ends the other sessions, but for the one that confirms', async () => {
    const asked = await withPendingChange()
    expect((await verify(asked.verificationToken, asked.me)).status).toBe(200)
    const [changed] = await auth.eventsOf(asked.wanted, 'user.email-changed')
    expect(changed?.data.sessionId).toBe(asked.me.sessionId)
    expect((await auth.refresh(cookieOf(asked.elsewhere))).status).toBe(401)
    expect((await auth.refresh(asked.cookie)).status).toBe(200)
  })

  it.each(['the mail after it', 'the notice before it'] as const)(
    'is taken back by the link of %s, whatever the thief did since; the owner gets in by mail',
    async (which) => {
      const { email, wanted, cancelToken, undoToken } = await takenOver()
      const thief = await auth.login(wanted)
      const as = identityOf(thief)
      await auth.call('PUT /auth/password', { as, body: { currentPassword: goodPassword, newPassword } })
      await auth.call('DELETE /auth/sessions', { as })
      const again = someAddress()
      await askFor(as, again, newPassword)
      const token = (await lastOf(wanted, 'user.email-change-requested'))?.personal.verificationToken ?? ''
      expect((await verify(token, as)).status).toBe(200)
      expect((await undo(which === 'the mail after it' ? undoToken : cancelToken)).status).toBe(200)
      expect((await auth.refresh(cookieOf(thief))).status).toBe(401)
      for (const address of [wanted, again]) {
        expect(await auth.accountOf(address)).toBeNull()
        expect((await auth.login(address, newPassword)).status).toBe(401)
      }
      expect((await auth.login(email, newPassword)).status).toBe(401)
      const [undone] = await auth.eventsOf(email, 'user.email-change-undone')
      expect(undone?.personal).toMatchObject({ email, newEmail: again })
      expect((await reset(undone?.personal.resetToken ?? '', 'quatre-palmiers-au-sud')).status).toBe(200)
      expect((await auth.login(email, 'quatre-palmiers-au-sud')).status).toBe(200)
      expect((await undo(undoToken)).status).toBe(404)
      // both addresses are free again
      await auth.registered(someone('student', again))
      expect(await auth.accountOf(again)).not.toBeNull()
    },
  )

  it('keeps the old address for its owner for seven days, and frees it then', async () => {
    const own = await startAuth()
    const { email } = await own.verified()
    const as = identityOf(await own.login(email))
    const wanted = someAddress()
    await own.call('PUT /auth/email', { as, body: { email: wanted, password: goodPassword } })
    const [asked] = await own.eventsOf(email, 'user.email-change-requested')
    await own.call('POST /auth/verify-email', { body: { token: asked?.personal.verificationToken } })
    const [changed] = await own.eventsOf(wanted, 'user.email-changed')
    own.pass(7 * dayMs - 3_600_000)
    await own.registered(someone('student', email))
    expect(await own.accountOf(email)).toBeNull()
    own.pass(2 * 3_600_000)
    const late = await own.call('POST /auth/email/undo', { body: { token: changed?.personal.undoToken } })
    expect(late.status).toBe(404)
    await own.parts.emailChange.sweep()
    expect((await own.accountOf(wanted))?.emailUndos).toEqual([])
    expect(await own.parts.accounts.addresses.collection.countDocuments({ _id: email })).toBe(0)
    await own.registered(someone('student', email))
    expect(await own.accountOf(email)).not.toBeNull()
    await own.stop()
  })

  it.each(['confirmed', 'about to be confirmed'])(
    'keeps the old address claimed when a change back to it is %s while expired undos are removed',
    async (when) => {
      const own = await startAuth()
      const { accounts } = own.parts
      const { email } = await own.verified()
      const wanted = someAddress()
      const change = async (from: string, to: string) => {
        const as = identityOf(await own.login(from))
        await own.call('PUT /auth/email', { as, body: { email: to, password: goodPassword } })
        const asked = (await own.eventsOf(from, 'user.email-change-requested')).at(-1)
        return { as, token: asked?.personal.verificationToken ?? '' }
      }
      const confirm = (token: string) => own.call('POST /auth/verify-email', { body: { token } })
      await confirm((await change(email, wanted)).token)
      own.pass(7 * dayMs + 3_600_000)
      const { as, token } = await change(wanted, email)
      const forgetUndos = async (id: string, at: Date) => {
        if (when === 'confirmed') expect((await confirm(token)).status).toBe(200)
        else await accounts.addresses.claim(email, as.userId, own.parts.now())
        await accounts.forgetUndos(id, at)
      }
      const parts = { ...own.parts, outbox: own.outbox, accounts: { ...accounts, forgetUndos } }
      await createEmailChange(parts).sweep()
      expect(await accounts.addresses.ownerOf(email)).toBe(as.userId)
      if (when !== 'confirmed') expect((await confirm(token)).status).toBe(200)
      expect((await own.login(email)).status).toBe(200)
      await own.stop()
    },
  )

  it.each(['registration', 'email-change'] as const)(
    'says by mail until when the old address is reserved when somebody else wants it: %s',
    async (how) => {
      const { email: old, wanted } = await takenOver()
      const other = await auth.verified()
      const me = identityOf(await auth.login(other.email))
      const answer =
        how === 'registration'
          ? await auth.call('POST /auth/register', { body: someone('student', old) })
          : await askFor(me, old)
      expect(answer.status).toBe(how === 'registration' ? 201 : 200)
      const mailed = await lastOf(wanted, 'user.registration-repeated')
      expect(mailed?.personal.email).toBe(old)
      const { changedAt } = (await auth.accountOf(wanted))?.emailUndos?.[0] ?? {}
      expect(mailed?.data).toMatchObject({
        how,
        reservedUntil: new Date((changedAt?.getTime() ?? 0) + 7 * dayMs).toISOString(),
      })
      const asked = await lastOf(other.email, 'user.email-change-requested')
      expect(asked?.personal.verificationToken).toBe(how === 'registration' ? undefined : '')
    },
  )

  it('lets its own account ask for the old address', async () => {
    const { email: old, wanted } = await takenOver()
    const me = identityOf(await auth.login(wanted))
    await askFor(me, old)
    const { verificationToken = '' } = (await lastOf(wanted, 'user.email-change-requested'))?.personal ?? {}
    expect((await verify(verificationToken)).status).toBe(200)
    expect((await auth.login(old)).status).toBe(200)
  })

  it('leaves the old address in the own export while it is reserved', async () => {
    const { email, wanted } = await takenOver()
    const as = identityOf(await auth.login(wanted))
    const { body } = await auth.call('GET /me/export/account', { as })
    expect(body['earlierAddresses']).toEqual([{ email, reservedUntil: expect.any(String) }])
  })

  it('is removed by an erasure: every address of the account is free', async () => {
    const { email, me, undoToken } = await takenOver()
    await auth.parts.erase(me.userId, { at: new Date() })
    expect((await undo(undoToken)).status).toBe(404)
    await auth.registered(someone('student', email))
    expect(await auth.accountOf(email)).not.toBeNull()
  })
})

describe('an address that is taken', () => {
  it('behaves like a free one: same answer, notice and export; its owner gets a notice instead of a link', async () => {
    const taken = await auth.verified()
    const seen = []
    for (const wanted of [someAddress(), taken.email]) {
      const { email } = await auth.verified()
      const me = identityOf(await auth.login(email))
      const { status, body } = await askFor(me, wanted)
      const notices = await auth.eventsOf(email, 'user.email-change-requested')
      const exported = JSON.stringify((await auth.call('GET /me/export/account', { as: me })).body)
      expect(exported).toContain(wanted)
      expect(notices[0]?.personal.verificationToken === '').toBe(wanted === taken.email)
      seen.push([status, body, notices.length, Object.keys(notices[0]?.personal ?? {})])
    }
    expect(seen[1]).toEqual(seen[0])
    expect((await lastOf(taken.email, 'user.registration-repeated'))?.data.how).toBe('email-change')
  })

  it('can be requested five times an hour by an account, and five times by all accounts together', async () => {
    const own = await startAuth({ limitsFactor: 1 })
    const signedIn = async () => identityOf(await own.login((await own.verified()).email))
    const ask = (as: Me, email: string) =>
      own.call('PUT /auth/email', { as, body: { email, password: goodPassword } })
    const me = await signedIn()
    const statuses = []
    for (let count = 0; count < 6; count++) statuses.push((await ask(me, someAddress())).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const wanted = someAddress()
    for (let count = 0; count < 5; count++) expect((await ask(await signedIn(), wanted)).status).toBe(200)
    expect((await ask(await signedIn(), wanted)).status).toBe(429)
    await own.stop()
  })
})
