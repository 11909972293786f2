import { revokedSessionKey } from '@darsi/contracts/rules/access-token.ts'
import { describe, expect, it } from '@jest/globals'
import { createEmailChange } from '../src/email-change/email-change.ts'
import { createRecovery } from '../src/recovery/recovery.ts'
import { createEndSessions } from '../src/sessions/end-sessions.ts'
import { createSessionStore } from '../src/sessions/session-store.ts'
import { createSessions } from '../src/sessions/sessions.ts'
import {
  authOfFile,
  cookieOf,
  goodPassword,
  identityOf,
  someAddress,
  someone,
  type TestAuth,
} from './auth.ts'

const newPassword = 'trois-oliviers-au-bord'

const auth = await authOfFile()

/** Simulates a process that is killed between the ownership proof and the end of the sessions. */
function killed() {
  const sessions = {
    ...auth.parts.sessions,
    endAll: async () => {
      throw new Error('killed')
    },
  }
  const parts = { ...auth.parts, outbox: auth.outbox, sessions }
  return {
    recovery: createRecovery(parts),
    emailChange: createEmailChange(parts),
    endSessions: createEndSessions(parts),
  }
}

async function signedIn() {
  const { email } = await auth.verified()
  const answers = [await auth.login(email), await auth.login(email)]
  const [me, thief] = answers.map((answer) => ({ as: identityOf(answer), cookie: cookieOf(answer) }))
  if (!me || !thief) throw new Error('two sessions')
  return { email, me, thief }
}
type SignedIn = Awaited<ReturnType<typeof signedIn>>
const refreshed = async ({ cookie }: { cookie: string }) => (await auth.refresh(cookie)).status
const lastOf = async <K extends Parameters<TestAuth['eventsOf']>[1]>(email: string, type: K) =>
  (await auth.eventsOf(email, type)).at(-1)

async function reset({ email }: SignedIn) {
  await auth.call('POST /auth/forgot-password', { body: { email } })
  const asked = await lastOf(email, 'user.password-reset-requested')
  await killed().recovery.reset(asked?.personal.resetToken ?? '', newPassword)
}
async function asked({ email, me }: SignedIn): Promise<{ verificationToken: string; cancelToken: string }> {
  await auth.call('PUT /auth/email', { as: me.as, body: { email: someAddress(), password: goodPassword } })
  const { verificationToken = '', cancelToken = '' } =
    (await lastOf(email, 'user.email-change-requested'))?.personal ?? {}
  return { verificationToken, cancelToken }
}
const proofs: Record<string, (of: SignedIn) => Promise<unknown>> = {
  'a reset': reset,
  'a new password': async ({ email, me }) => {
    const account = await auth.accountOf(email)
    if (!account) throw new Error(email)
    await killed().recovery.change(account, me.as.sessionId, newPassword)
  },
  'a confirmed change of address': async (of) =>
    killed().emailChange.confirm((await asked(of)).verificationToken, null),
  '“this was not me”': async (of) => killed().emailChange.refuse((await asked(of)).cancelToken),
  'the undo of a change': async (of) => {
    const { verificationToken, cancelToken } = await asked(of)
    const body = { token: verificationToken }
    expect((await auth.call('POST /auth/verify-email', { as: of.thief.as, body })).status).toBe(200)
    await killed().emailChange.refuse(cancelToken)
  },
  'the end of all sessions': ({ me }) =>
    killed().endSessions(me.as.userId, { reason: 'owner', except: me.as.sessionId }),
}

describe('a process that was killed after a proof of ownership', () => {
  it.each(Object.entries(proofs))('%s: no session of before it is refreshed', async (_, prove) => {
    const of = await signedIn()
    await expect(prove(of)).rejects.toThrow('killed')
    expect(await refreshed(of.thief)).toBe(401)
    expect(await refreshed(of.me)).toBe(401)
  })

  it('the next start revokes what may still have an access token, and nothing else', async () => {
    const [of, other] = [await signedIn(), await signedIn()]
    await expect(reset(of)).rejects.toThrow('killed')
    const later = await auth.login(of.email, newPassword)
    await auth.parts.sessions.endLeft()
    for (const { as } of [of.me, of.thief])
      expect(await auth.redis.exists(revokedSessionKey(as.sessionId))).toBe(1)
    expect(await refreshed({ cookie: cookieOf(later) })).toBe(200)
    expect(await refreshed(other.me)).toBe(200)
  })

  it('the next start reads the accounts of a batch of sessions with one command', async () => {
    const people = [await signedIn(), await signedIn(), await signedIn()]
    for (const of of people) await expect(reset(of)).rejects.toThrow('killed')
    const reads: string[] = []
    const { accounts, revocations, now } = auth.parts
    const sessions = createSessions({
      ...{ sessions: createSessionStore(auth.connection), outbox: auth.outbox, revocations, now },
      accounts: {
        ...accounts,
        byId: (id) => {
          reads.push('one')
          return accounts.byId(id)
        },
        endingsById: (ids) => {
          reads.push('batch')
          return accounts.endingsById(ids)
        },
      },
    })
    expect(await sessions.endLeft()).toBeGreaterThanOrEqual(6)
    expect(reads).toEqual(['batch'])
    for (const { as } of people.flatMap(({ me, thief }) => [me, thief]))
      expect(await auth.redis.exists(revokedSessionKey(as.sessionId))).toBe(1)
  })

  it('a session from before it cannot be renewed after a later proof of its own', async () => {
    const of = await signedIn()
    await expect(reset(of)).rejects.toThrow('killed')
    expect((await auth.call('DELETE /auth/sessions', { as: of.thief.as })).status).toBe(200)
    expect(await refreshed(of.thief)).toBe(401)
  })

  it('after the repair the current session continues, also after the next proof', async () => {
    const of = await signedIn()
    for (let round = 0; round < 3; round++) {
      expect((await auth.call('DELETE /auth/sessions', { as: of.me.as })).status).toBe(200)
      const answer = await auth.refresh(of.me.cookie)
      expect(answer.status).toBe(200)
      of.me.cookie = cookieOf(answer)
    }
    expect(await refreshed(of.thief)).toBe(401)
  })
})

it('the click on the verification link ends no session of its owner', async () => {
  const { email } = await auth.registered(someone('teacher'))
  const answer = await auth.login(email)
  const [event] = await auth.eventsOf(email, 'user.registered')
  const body = { token: event?.personal.verificationToken ?? '' }
  expect((await auth.call('POST /auth/verify-email', { as: identityOf(answer), body })).status).toBe(200)
  expect(await refreshed({ cookie: cookieOf(answer) })).toBe(200)
})
