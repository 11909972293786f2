import { randomUUID } from 'node:crypto'
import type { EventInput, EventType } from '@darsi/contracts/events/events.ts'
import { consentTextVersion } from '@darsi/contracts/texts/consent-texts.ts'
import type { Outbox } from '@darsi/kit/events/outbox.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { eraseAccount } from '../src/accounts/account-lifecycle.ts'
import { createChildStore } from '../src/children/child-store.ts'
import { type Connection, move } from '../src/connections/connection.ts'
import { createConnectionStore } from '../src/connections/connection-store.ts'
import { pauseForAlert } from '../src/connections/pauses/pause-connections.ts'
import { settleParty } from '../src/connections/settle-connections.ts'
import { updateConnection } from '../src/connections/update-connection.ts'
import { createConsentStore } from '../src/consents/consent-store.ts'
import { inviteRegisteredGuardian } from '../src/families/guardianship.ts'
import { reviewConnection } from '../src/requests/connection-commands.ts'
import { seedDemoConnections } from '../src/requests/demo-connections.ts'
import { sweep } from '../src/sweeper.ts'
import { data, registered, setUp, type World } from './world.ts'

let users: World
setUp((world) => {
  users = world
})

const hours = 3600 * 1000
const teacher = (status: 'approved' | 'pending' = 'approved') =>
  users.account('teacher', { fullName: 'Karim Jaziri', status })
const adult = () => users.account('student', { roleData: { educationLevel: 'university', birthYear: 1999 } })
const minor = () =>
  users.account('student', {
    fullName: 'Amina Ben Salah',
    roleData: { educationLevel: 'secondary', currentGrade: 'secondary-2', birthYear: 2011 },
  })
const parent = () => users.account('parent', { fullName: 'Salma Ben Salah' })

type Fields = Record<string, unknown>
const ask = (as: Identity, whom: Identity, more: object = {}) =>
  users.call('POST /connections', {
    as,
    body: { teacherId: whom.userId, subject: 'mathematics', message: 'Bonjour', ...more },
  })
const act = (as: Identity, id: string, action: string, note = '') =>
  users.call(`POST /connections/${id}/${action}`, { as, body: { note } })
const read = async (as: Identity, id: string) => data(await users.call(`GET /connections/${id}`, { as }))
const list = async (as: Identity, query = '') =>
  (await users.call(`GET /connections${query}`, { as })).body as {
    data: (Fields & { id: string })[]
    total: number
    pending: number
    nextCursor: string | null
  }
const addChild = async (as: Identity, more: object = {}) =>
  data(
    await users.call('POST /children', {
      as,
      body: { firstName: 'Adam', birthYear: 2015, educationLevel: 'primary', grade: 'primary-5', ...more },
    }),
  ).id
const eventsOf = <K extends EventType>(type: K, id: string, atLeast = 1) =>
  users.kafka.published(type, id, atLeast)
const review = (id: string, decision: 'approved' | 'declined', sequence = 1, notes = '') =>
  users.kafka.publish('admin', id, sequence, {
    type: 'connection.reviewed',
    data: { connectionId: id, decision, by: 'admin', at: new Date().toISOString() },
    personal: { notes },
  })
const decided = (
  as: Identity,
  type: 'user.suspended' | 'user.reinstated' | 'user.deletion-requested',
  sequence = 1,
) => {
  const person = { email: 'x@example.tn', fullName: 'X', language: 'fr' as const }
  const account = { userId: as.userId, role: as.role, at: new Date().toISOString(), by: 'admin' }
  const event: EventInput =
    type === 'user.suspended'
      ? { type, data: { ...account, previous: 'approved' }, personal: { ...person, reason: '' } }
      : { type, data: account, personal: person }
  return users.kafka.publish('admin', as.userId, sequence, event)
}
const connected = async () => {
  const [t, s] = await Promise.all([teacher(), adult()])
  const { id } = data(await ask(s, t))
  await act(t, id, 'accept')
  return { t, s, id }
}
const family = async () => {
  const [t, p] = await Promise.all([teacher(), parent()])
  return { t, p, childId: await addChild(p) }
}
const tokenMailed = async (student: Identity) => {
  const { _id } = await eventually(() =>
    users.links.collection.findOne({ studentId: student.userId, isVoid: false }),
  )
  const [event] = await eventsOf('guardian.invited', String(_id))
  return event?.personal.token ?? ''
}

describe('an adult’s request', () => {
  it('waits for the teacher, who accepts it; an event informs both sides', async () => {
    const [t, s] = await Promise.all([teacher(), adult()])
    const asked = await ask(s, t)
    expect(asked).toMatchObject({
      status: 201,
      body: {
        data: {
          status: 'pending',
          needs: { teacher: 'waiting', guardian: 'none', admin: 'none' },
          teacher: { name: 'Karim Jaziri' },
          actions: ['cancel'],
          threadId: null,
          contact: null,
        },
      },
    })
    const { id } = data(asked)
    expect(await list(t)).toMatchObject({
      total: 1,
      pending: 1,
      data: [{ id, actions: ['accept', 'decline'] }],
    })
    const accepted = await act(t, id, 'accept', 'Welcome')
    expect(accepted).toMatchObject({
      status: 200,
      body: { data: { status: 'approved', note: 'Welcome', threadId: id } },
    })
    expect(await read(s, id)).toMatchObject({ status: 'approved', actions: ['end'] })
    const [requested] = await eventsOf('connection.requested', id)
    expect(requested).toMatchObject({
      data: { teacherId: t.userId, studentId: s.userId, by: s.userId, minor: false },
      personal: {
        teacher: { fullName: 'Karim Jaziri' },
        student: { fullName: 'Amal Ben Salah' },
        message: 'Bonjour',
      },
    })
    expect(await eventsOf('connection.approved', id)).toMatchObject([{ sequence: 2, data: { by: t.userId } }])
  })

  it('says when lessons would suit, each time once and in the order of the week', async () => {
    const [t, s] = await Promise.all([teacher(), adult()])
    const preferredTimes = ['3-evening', '1-morning', '3-evening']
    const { id } = data(await ask(s, t, { preferredTimes }))
    for (const as of [t, s])
      expect(await read(as, id)).toMatchObject({ preferredTimes: ['1-morning', '3-evening'] })
    expect((await ask(s, t, { preferredTimes: ['7-night'] })).status).toBe(400)
    await act(t, id, 'decline')
    expect(await read(t, id)).toMatchObject({ preferredTimes: [] })
  })

  it('counts each learner of a teacher once, also with two subjects and after the end', async () => {
    const [t, s] = await Promise.all([teacher(), adult()])
    for (const subject of ['mathematics', 'physics']) {
      const { id } = data(await ask(s, t, { subject }))
      await act(t, id, 'accept')
      await act(s, id, 'end')
      await eventually(async () => users.teacherIndex.index.ratingOf(t.userId)?.totalStudents === 1)
    }
    const taughtBy = async () =>
      (await users.teachers.collection.findOne({ _id: t.userId }))?.['taught'] ?? {}
    await eventually(async () => Object.keys(await taughtBy()).length === 2)
    const taught = await taughtBy()
    expect(JSON.stringify(taught)).not.toContain(s.userId)
  })

  it('shows a first name until approved, then the full one', async () => {
    const [t, s] = await Promise.all([teacher(), adult()])
    const { id } = data(await ask(s, t))
    expect(await read(t, id)).toMatchObject({ student: { name: 'Amal', educationLevel: 'university' } })
    await act(t, id, 'accept')
    expect(await read(t, id)).toMatchObject({ student: { name: 'Amal Ben Salah' } })
  })

  it('shows contact details only while approved and only while the other side’s toggle is on', async () => {
    const { t, s, id } = await connected()
    const show = (as: Identity, contactVisible: boolean) =>
      users.call('PUT /me/preferences', {
        as,
        body: {
          language: 'fr',
          privacy: { profileVisible: false, contactVisible },
          notifications: { email: true, sms: false, push: false },
        },
      })
    expect(await read(t, id)).toMatchObject({ contact: null })
    await show(s, true)
    const contact = { phone: '+21620123456', email: `${s.userId}@example.tn` }
    expect(await read(t, id)).toMatchObject({ contact })
    expect(await read(s, id)).toMatchObject({ contact: null })
    await show(s, false)
    expect(await read(t, id)).toMatchObject({ contact: null })
    await show(s, true)
    await act(t, id, 'end')
    expect(await read(t, id)).toMatchObject({ contact: null, student: { name: 'Amal' } })
  })

  it('keeps its claims when the write succeeded without an answer', async () => {
    const [t, s] = await Promise.all([teacher(), adult()])
    const outbox: Outbox = {
      ...users.outbox,
      insert: async (...given) => {
        await users.outbox.insert(...given)
        throw Object.assign(new Error('waiting for replication timed out'), { code: 64 })
      },
    }
    const other = await users.serveWith({
      connections: createConnectionStore(users.connection, outbox, users.waiting.hasOffer),
    })
    const body = { teacherId: t.userId, subject: 'mathematics', message: 'Bonjour' }
    expect((await other.call('POST /connections', { as: s, body })).status).toBe(503)
    await other.close()
    expect((await list(s)).total).toBe(1)
    users.clock.ahead = 2 * 60_000
    expect((await ask(s, t)).body).toMatchObject({ code: 'CONNECTION_EXISTS' })
    expect((await ask(s, t, { subject: 'physics' })).body).toMatchObject({ code: 'CONNECTION_WAITING' })
    expect((await list(s)).total).toBe(1)
  })

  it('again to the same teacher for the same subject is 409 while one is open, however many ask at once', async () => {
    const [t, s] = await Promise.all([teacher(), adult()])
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(s, t)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'CONNECTION_EXISTS' })
    // one waits at a time, for any subject; a connected learner may request another subject
    expect((await ask(s, t, { subject: 'physics' })).body).toMatchObject({ code: 'CONNECTION_WAITING' })
    const [first] = (await list(s)).data
    await act(t, first?.id ?? '', 'accept')
    expect((await ask(s, t)).body).toMatchObject({ code: 'CONNECTION_EXISTS' })
    const second = await ask(s, t, { subject: 'physics' })
    expect(second.status).toBe(201)
    await act(s, data(second).id, 'cancel')
    expect((await ask(s, t, { subject: 'physics' })).status).toBe(201)
  })

  it('waits without taking a place: a free teacher accepts five of twelve, also when all are accepted at once', async () => {
    const t = await teacher()
    const students = await Promise.all(Array.from({ length: 12 }, () => adult()))
    const asked = await Promise.all(students.map((s) => ask(s, t)))
    expect(asked.every(({ status }) => status === 201)).toBe(true)
    const quota = async () => data(await users.call('GET /me/quota', { as: t }))
    expect(await quota()).toEqual({ plan: 'free', used: 0, limit: 5, upgrade: null })
    // each twice: a repeated agreement costs no second place, a repeated refusal frees none
    const answers = await Promise.all([...asked, ...asked].map((one) => act(t, data(one).id, 'accept')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter(({ body }) => body['code'] === 'CONNECTION_QUOTA').length).toBeGreaterThanOrEqual(
      14,
    )
    expect(await quota()).toMatchObject({ used: 5 })
    const of = async (status: string) => (await list(t, `?status=${status}`)).data.map(({ id }) => id)
    const [late] = await of('pending')
    expect((await act(t, late ?? '', 'accept')).body).toMatchObject({ code: 'CONNECTION_QUOTA' })
    const [taught] = await of('approved')
    await act(t, taught ?? '', 'end')
    expect((await act(t, late ?? '', 'accept')).status).toBe(200)
    expect(await of('approved')).toHaveLength(5)
  })

  it('waits with at most four others of the same learner, also when fifty ask at once', async () => {
    const [s, teachers] = await Promise.all([
      adult(),
      Promise.all(Array.from({ length: 10 }, () => teacher())),
    ])
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => ask(s, teachers[index % 10] ?? s)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    const codes = new Set(answers.filter(({ status }) => status === 409).map(({ body }) => body['code']))
    expect(codes).toContain('REQUESTS_FULL')
    const waiting = await list(s, '?status=pending')
    expect(waiting.total).toBe(5)
    await act(s, waiting.data[0]?.id ?? '', 'cancel')
    const [free] = teachers.filter(
      ({ userId }) => !waiting.data.some(({ teacher: t }) => (t as { id: string }).id === userId),
    )
    expect((await ask(s, free ?? s)).status).toBe(201)
  })

  it('names the subject by its key or by a label in any language', async () => {
    const [s, t] = await Promise.all([adult(), teacher()])
    expect((await ask(s, t, { subject: 'Mathématiques' })).body).toMatchObject({
      data: { subject: 'mathematics' },
    })
    expect((await ask(s, t, { subject: 'Alchemy' })).body).toMatchObject({ code: 'BODY_INVALID' })
  })

  it('to a teacher who hides the profile is 404, as are favourite and consent; who is taught already stays', async () => {
    const { t, s, id } = await connected()
    const [stranger, p] = await Promise.all([adult(), parent()])
    const childId = await addChild(p)
    await users.call('PUT /me/preferences', {
      as: t,
      body: {
        language: 'fr',
        privacy: { profileVisible: false, contactVisible: false },
        notifications: { email: true, sms: false, push: false },
      },
    })
    const unknown = { ...t, userId: randomUUID() }
    const consent = { childId, purpose: 'video' }
    for (const answers of [
      await Promise.all([t, unknown].map((whom) => ask(stranger, whom))),
      await Promise.all([t, unknown].map((whom) => ask(p, whom, { childId }))),
      await Promise.all(
        [t, unknown].map(({ userId }) => users.call(`GET /teachers/${userId}`, { as: stranger })),
      ),
      await Promise.all(
        [t, unknown].map(({ userId }) => users.call(`PUT /favorites/${userId}`, { as: stranger })),
      ),
      await Promise.all(
        [t, unknown].map(({ userId: teacherId }) =>
          users.call('POST /consents', { as: p, body: { ...consent, teacherId } }),
        ),
      ),
    ]) {
      const [hidden, missing] = answers.map(({ status, body }) => ({ status, ...body, instance: '' }))
      expect(hidden).toMatchObject({ status: 404 })
      expect(hidden).toEqual(missing)
    }
    await settleParty(users, t.userId)
    expect(await read(s, id)).toMatchObject({ status: 'approved' })
  })

  it('to a teacher who is not listed is 404: unknown, not approved, suspended, or no teacher', async () => {
    const [s, other, t] = await Promise.all([adult(), adult(), teacher()])
    const pending = await teacher('pending')
    for (const whom of [pending, other, { ...t, userId: randomUUID() }])
      expect((await ask(s, whom)).status).toBe(404)
    await decided(t, 'user.suspended')
    await eventually(async () => (await users.profiles.find(t.userId))?.status === 'suspended')
    expect((await ask(s, t)).status).toBe(404)
  })

  it('for a subject that the teacher does not give is refused', async () => {
    expect((await ask(await adult(), await teacher(), { subject: 'english' })).status).toBe(400)
  })

  it('with contact details in its message needs an administrator', async () => {
    const [t, s] = await Promise.all([teacher(), adult()])
    const { id } = data(await ask(s, t, { message: 'Appelez-moi au 20 123 456' }))
    expect(data(await act(t, id, 'accept'))).toMatchObject({ status: 'pending', needs: { admin: 'waiting' } })
    await review(id, 'approved')
    await eventually(async () => (await read(t, id))['status'] === 'approved')
    await review(id, 'declined', 2)
    const [approved] = await eventsOf('connection.approved', id)
    expect(approved?.data).toMatchObject({ flags: ['contact-details'], needs: { admin: 'agreed' } })
    expect(await read(s, id)).toMatchObject({ status: 'approved', adminReviewedAt: expect.any(String) })
  })

  it('that an administrator refused just after the teacher accepted ends, with an event for both sides', async () => {
    const { t, s, id } = await connected()
    await review(id, 'declined', 1, 'Not here')
    await eventually(async () => (await read(s, id))['status'] === 'ended')
    expect(await read(t, id)).toMatchObject({ status: 'ended', actions: [], note: 'Not here' })
    const [ended] = await eventsOf('connection.ended', id)
    expect(ended?.data).toMatchObject({
      by: 'admin',
      needs: { admin: 'refused' },
      adminReviewedAt: expect.any(String),
    })
  })

  it('accepted by many clicks at once is accepted once', async () => {
    const [t, s] = await Promise.all([teacher(), adult()])
    const { id } = data(await ask(s, t))
    const answers = await Promise.all(Array.from({ length: 6 }, () => act(t, id, 'accept')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(409)])
    expect(await eventsOf('connection.approved', id)).toHaveLength(1)
  })

  it('is 404 for strangers, 403 for the wrong party, 409 when late', async () => {
    const { t, s, id } = await connected()
    const [stranger, otherTeacher] = await Promise.all([adult(), teacher()])
    expect((await users.call(`GET /connections/${id}`, { as: stranger })).status).toBe(404)
    expect((await act(stranger, id, 'end')).status).toBe(404)
    expect((await act(otherTeacher, id, 'accept')).status).toBe(404)
    expect((await act(s, id, 'accept')).status).toBe(403)
    expect((await act(t, id, 'accept')).body).toMatchObject({ code: 'CONNECTION_STATE' })
    expect((await act(s, id, 'cancel')).status).toBe(409)
    expect((await act(s, id, 'end', 'Merci')).body).toMatchObject({
      data: { status: 'ended', note: 'Merci' },
    })
    expect((await act(t, id, 'end')).status).toBe(409)
  })

  it('is out of reach of a teacher who is not approved', async () => {
    const answer = await act(await teacher('pending'), randomUUID(), 'accept')
    expect(answer).toMatchObject({ status: 403, body: { code: 'TEACHER_NOT_APPROVED' } })
  })

  it('is listed page by page, newest first, filtered by state', async () => {
    const [s, ...teachers] = await Promise.all([adult(), teacher(), teacher(), teacher()])
    for (const t of teachers) await ask(s, t)
    const first = await list(s, '?limit=2')
    expect(first).toMatchObject({ total: 3, pending: 3 })
    const second = await list(s, `?limit=2&cursor=${first.nextCursor}`)
    expect([...first.data, ...second.data].map(({ teacher: t }) => (t as { id: string }).id)).toEqual(
      teachers.map(({ userId }) => userId).toReversed(),
    )
    await act(s, second.data[0]?.id ?? '', 'cancel')
    expect((await list(s, '?status=cancelled')).total).toBe(1)
    expect((await list(s, '?box=received')).total).toBe(0)
    expect((await users.call('GET /connections?cursor=x', { as: s })).body).toMatchObject({
      code: 'CURSOR_INVALID',
    })
  })
})

describe('the clock', () => {
  it('reminds after 48 hours and expires after 72, once, however many processes sweep', async () => {
    const [t, s] = await Promise.all([teacher(), adult()])
    const { id } = data(await ask(s, t))
    const sweepAt = (ahead: number) => {
      users.clock.ahead = ahead
      const at = new Date(Date.now() + ahead)
      return Promise.all(Array.from({ length: 4 }, () => sweep(users, at, at)))
    }
    await sweepAt(47 * hours)
    expect(await read(s, id)).toMatchObject({ status: 'pending' })
    await sweepAt(48.1 * hours)
    expect(await eventsOf('connection.expiring', id)).toHaveLength(1)
    await sweepAt(72.1 * hours)
    expect(await read(s, id)).toMatchObject({ status: 'expired', actions: [], expiresAt: null })
    expect(await eventsOf('connection.expired', id)).toMatchObject([{ sequence: 3 }])
    expect(await eventsOf('connection.expiring', id)).toHaveLength(1)
    expect((await act(t, id, 'accept')).status).toBe(409)
    expect((await ask(s, t)).status).toBe(201)
  })
})

describe('a minor with an own account', () => {
  it('without a linked guardian gets the error that one is needed', async () => {
    const answer = await ask(await minor(), await teacher())
    expect(answer).toMatchObject({ status: 403, body: { code: 'GUARDIAN_CONSENT_REQUIRED' } })
  })

  it('names a guardian by mail, who accepts the link; requests then wait for the guardian’s consent', async () => {
    const [s, p, t] = await Promise.all([minor(), parent(), teacher()])
    const invited = await users.call('POST /me/guardian', { as: s, body: { email: 'Maman@Example.tn' } })
    expect(invited.status).toBe(200)
    const token = await tokenMailed(s)
    const linked = await users.call('POST /children/link', { as: p, body: { token } })
    expect(linked).toMatchObject({
      status: 200,
      body: {
        data: {
          firstName: 'Amina',
          accountId: s.userId,
          guardians: [{ id: p.userId, name: 'Salma Ben Salah' }],
        },
      },
    })
    // a second use by the same person returns the same link; another person is refused
    expect((await users.call('POST /children/link', { as: p, body: { token } })).status).toBe(200)
    expect((await users.call('POST /children/link', { as: await parent(), body: { token } })).status).toBe(
      404,
    )
    expect((await users.call('GET /children', { as: p })).body['data']).toHaveLength(1)

    const { id } = data(await ask(s, t))
    expect(await read(p, id)).toMatchObject({
      needs: { teacher: 'waiting', guardian: 'waiting', admin: 'waiting' },
      actions: ['consent', 'decline'],
      student: { name: 'Amina Ben Salah', minor: true },
    })
    expect(await list(p)).toMatchObject({ pending: 1 })
    expect((await act(await parent(), id, 'consent')).status).toBe(404)
    expect((await act(p, id, 'consent')).status).toBe(200)
    expect((await act(p, id, 'consent')).status).toBe(409)
    const ledger = (await users.call('GET /consents', { as: p })).body['data'] as object[]
    expect(ledger).toHaveLength(3)
    expect(ledger[0]).toMatchObject({
      teacherId: t.userId,
      teacherName: 'Karim Jaziri',
      by: p.userId,
      withdrawnAt: null,
    })
    await act(t, id, 'accept')
    await review(id, 'approved')
    await eventually(async () => (await read(s, id))['status'] === 'approved')
    expect(await read(t, id)).toMatchObject({ student: { name: 'Amina', minor: true }, contact: null })
  })

  it('sees to whom and when the link went, in Arabic and French without a choice, and sends it again', async () => {
    const [s, p] = await Promise.all([minor(), parent()])
    const seen = async (as = s) => (await users.call('GET /me/guardian', { as })).body['data']
    expect(await seen()).toBeNull()
    await users.call('POST /me/guardian', { as: s, body: { email: 'Salma@example.tn' } })
    expect(await seen()).toMatchObject({ state: 'waiting', email: 'salma@example.tn' })
    expect(await seen(await minor())).toBeNull()
    const first = await users.links.newestOf(s.userId)
    const mailed = async (id = '') => (await users.kafka.published('guardian.invited', id, 1))[0]?.personal
    expect(await mailed(first?._id)).toMatchObject({ language: 'ar', alsoIn: 'fr' })
    const again = { email: 'salma@example.tn', language: 'en' }
    await users.call('POST /me/guardian', { as: s, body: again })
    const second = await users.links.newestOf(s.userId)
    expect(second?._id).not.toBe(first?._id)
    const personal = await mailed(second?._id)
    expect([personal?.language, personal?.alsoIn]).toEqual(['en', undefined])
    await users.call('POST /children/link', { as: p, body: { token: personal?.token ?? '' } })
    expect(await seen()).toMatchObject({ state: 'used', email: '' })
  })

  it('is mailed for at registration once the address is confirmed, once', async () => {
    const s = await users.account('student', {
      roleData: { educationLevel: 'college', guardianEmail: 'mother@example.tn' },
    })
    for (let i = 0; i < 2; i++)
      await users.kafka.publish('auth', s.userId, 2, {
        type: 'user.verified',
        data: { userId: s.userId, role: 'student', verifiedAt: new Date().toISOString() },
        personal: { email: 'x@example.tn', fullName: 'X', language: 'fr' },
      })
    await tokenMailed(s)
    expect(await users.links.collection.countDocuments({ studentId: s.userId })).toBe(1)
  })

  it('is not mailed for at registration where the address is the own one', async () => {
    const s = await minor()
    const own = { 'roleData.guardianEmail': `${s.userId}@EXAMPLE.tn` }
    await users.profiles.collection.updateOne({ _id: s.userId }, { $set: own })
    // a consumer that throws makes its event a dead letter
    await inviteRegisteredGuardian(users, s.userId)
    expect(await users.links.collection.countDocuments({ studentId: s.userId })).toBe(0)
  })

  it('may name five addresses a day, not the own one, and only the newest link works', async () => {
    const s = await minor()
    const name = (email: string) => users.call('POST /me/guardian', { as: s, body: { email } })
    expect((await name('no address')).body).toMatchObject({ code: 'EMAIL_INVALID' })
    expect((await name(`${s.userId}@example.tn`)).status).toBe(400)
    expect((await name('a@example.tn')).status).toBe(200)
    const first = await tokenMailed(s)
    const atOnce = await Promise.all(
      ['b', 'c', 'd', 'e', 'f', 'g'].map((letter) => name(`${letter}@example.tn`)),
    )
    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429, 429])
    const mailed = await users.links.collection
      .find({ studentId: s.userId }, { sort: { createdAt: -1, _id: 1 } })
      .toArray()
    expect(mailed.map(({ isVoid }) => isVoid)).toEqual([false, true, true, true, true])
    expect(
      (await users.call('POST /children/link', { as: await parent(), body: { token: first } })).status,
    ).toBe(404)
  })

  it('a telephone number in a request is shown only to the guardian; the alert is raised once', async () => {
    const [t, s, p] = await Promise.all([teacher(), minor(), parent()])
    await users.call('POST /me/guardian', { as: s, body: { email: 'salma@example.tn' } })
    await users.call('POST /children/link', { as: p, body: { token: await tokenMailed(s) } })
    const { id } = data(await ask(s, t, { message: 'Appelez-moi au 20 123 456' }))
    expect(await read(t, id)).toMatchObject({ message: '' })
    expect(await read(p, id)).toMatchObject({ message: 'Appelez-moi au 20 123 456' })
    const [alert, ...more] = await users.kafka.published('safety.reported', `held.${id}`, 1)
    expect(more).toEqual([])
    expect(alert).toMatchObject({
      data: { reason: 'contact-details', severity: 'medium', aboutUserId: s.userId, guardianIds: [p.userId] },
      personal: { quoted: 'Appelez-moi au 20 123 456' },
    })
    expect(alert?.data.threadId).toBeUndefined()
    await act(t, id, 'accept')
    await act(p, id, 'consent')
    await review(id, 'approved')
    await eventually(async () => (await read(t, id))['status'] === 'approved')
    expect(await read(t, id)).toMatchObject({ message: '' })
  })

  const profileOf = async (as: Identity) => data(await users.call('GET /me/profile', { as }))
  const change = async (as: Identity, roleData: object) => {
    const { version } = await profileOf(as)
    return users.call('PATCH /me/profile', { as, body: { version, roleData } })
  }
  const linked = async (roleData: object = { educationLevel: 'secondary', birthYear: 2011 }) => {
    const [s, p, t] = await Promise.all([
      users.account('student', { fullName: 'Amina Ben Salah', roleData: { ...roleData } }),
      parent(),
      teacher(),
    ])
    await users.call('POST /me/guardian', { as: s, body: { email: 'maman@example.tn' } })
    const body = { token: await tokenMailed(s) }
    const childId = data(await users.call('POST /children/link', { as: p, body })).id
    return { s, p, t, childId }
  }

  it('does not come of age by editing the profile', async () => {
    const [s, t] = await Promise.all([
      users.account('student', { roleData: { educationLevel: 'secondary' } }),
      teacher(),
    ])
    for (const [roleData, path] of [
      [{ birthYear: 1990 }, 'roleData.birthYear'],
      [{ educationLevel: 'university', currentGrade: '' }, 'roleData.educationLevel'],
    ] as const)
      expect(await change(s, roleData)).toMatchObject({
        status: 400,
        body: { code: 'MINOR_FIXED', errors: [{ path, message: expect.stringContaining('My Children') }] },
      })
    expect((await change(s, { birthYear: 2011 })).status).toBe(200)
    expect((await change(s, { birthYear: 1990 })).body).toMatchObject({ code: 'BIRTH_YEAR_FIXED' })
    expect((await ask(s, t)).body).toMatchObject({ code: 'GUARDIAN_CONSENT_REQUIRED' })
  })

  it('stays guarded while linked, also if the profile came to say something else', async () => {
    const { s, p, t } = await linked()
    const claimed = { educationLevel: 'university', birthYear: 1990 }
    await users.profiles.update(s.userId, (profile) => ({
      ...profile,
      roleData: { ...profile.roleData, ...claimed },
    }))
    const { id } = data(await ask(s, t))
    expect(await read(p, id)).toMatchObject({
      needs: { guardian: 'waiting', admin: 'waiting' },
      student: { minor: true },
    })
    const [event] = await eventsOf('connection.requested', id)
    expect(event?.data).toMatchObject({ minor: true, learnerBirthYear: 2011 })
  })

  it('a request as an adult’s ends when the account has a guardian', async () => {
    const { s, t } = await linked()
    const { id } = data(await ask(s, t))
    // as if the guardian had joined during the request
    const asAdults = { childId: null, guardianIds: [], minor: false, status: 'approved' as const }
    await users.connections.collection.updateOne({ _id: id }, { $set: asAdults })
    await settleParty(users, s.userId)
    expect(await read(s, id)).toMatchObject({ status: 'ended' })
  })

  it('an adult who turns out to be a minor has no unguarded connection any more', async () => {
    const [s, t] = await Promise.all([
      users.account('student', { roleData: { educationLevel: 'university' } }),
      teacher(),
    ])
    const { id } = data(await ask(s, t))
    await act(t, id, 'accept')
    const waiting = data(await ask(s, await teacher())).id
    expect((await change(s, { birthYear: 2012 })).status).toBe(200)
    expect(await read(s, id)).toMatchObject({ status: 'ended' })
    expect(await read(s, waiting)).toMatchObject({ status: 'declined' })
    expect((await ask(s, t)).body).toMatchObject({ code: 'GUARDIAN_CONSENT_REQUIRED' })
  })

  it('an adult’s new level is published to the open connections once', async () => {
    const [t, s] = await Promise.all([teacher(), adult()])
    const { id } = data(await ask(s, t))
    expect((await change(s, { educationLevel: 'other', currentGrade: '' })).status).toBe(200)
    const [changed] = await eventsOf('connection.changed', id)
    expect(changed?.data).toMatchObject({ learnerLevel: 'other' })
    await settleParty(users, s.userId)
    expect(await eventsOf('connection.changed', id)).toHaveLength(1)
  })

  it('enters the year of birth later: open requests use it from then on', async () => {
    const { s, p, t, childId } = await linked({ educationLevel: 'secondary' })
    expect((await ask(s, t)).body).toMatchObject({ code: 'BIRTH_YEAR_REQUIRED' })
    // the guardian's request uses the youngest age
    const { id } = data(await ask(p, t, { childId }))
    expect((await change(s, { birthYear: 2011 })).status).toBe(200)
    const [changed] = await eventsOf('connection.changed', id)
    expect(changed?.data).toMatchObject({ learnerBirthYear: 2011, minor: true })
  })

  it('is corrected by the guardian: the account takes the year over, and the connections follow', async () => {
    const { s, p, t, childId } = await linked()
    const { id } = data(await ask(s, t))
    const correct = (birthYear: number, version: number) =>
      users.call(`PATCH /children/${childId}`, { as: p, body: { version, birthYear } })
    expect((await correct(2014, 1)).status).toBe(200)
    expect(await profileOf(s)).toMatchObject({ roleData: { birthYear: 2014 }, version: 2 })
    const [changed] = await eventsOf('connection.changed', id)
    expect(changed?.data).toMatchObject({ learnerBirthYear: 2014 })
    // an adult's case is in care-changes.test.ts
    expect((await correct(2004, 2)).body).toMatchObject({ data: { birthYear: 2014 } })
    await sweep(users, new Date(), new Date())
    expect(await users.children.byId(childId)).toMatchObject({ birthYear: 2014 })
  })

  it('an adult has no guardian to name', async () => {
    const answer = await users.call('POST /me/guardian', {
      as: await adult(),
      body: { email: 'a@example.tn' },
    })
    expect(answer.status).toBe(403)
  })
})

describe('a parent', () => {
  it('has the child that was given at registration, by first name and birth year only, once', async () => {
    const p = await users.account('parent', {
      roleData: {
        childName: 'Adam Ben Salah',
        childAge: 11,
        childEducationLevel: 'primary',
        childGrade: '6',
      },
    })
    const children = await eventually(async () => {
      const { body } = await users.call('GET /children', { as: p })
      // `as`: the contract's list
      return (body['data'] as object[]).length > 0 && (body['data'] as object[])
    })
    expect(children).toMatchObject([{ firstName: 'Adam', grade: 'primary-6', activeConnections: 0 }])
    expect(JSON.stringify(children)).not.toContain('Adam Ben Salah')
  })

  it('adds one child, however often the same call is repeated', async () => {
    const [p, q] = await Promise.all([parent(), parent()])
    const headers = { 'idempotency-key': randomUUID() }
    const adam = { firstName: 'Adam', birthYear: 2015, educationLevel: 'primary' }
    const add = (as: Identity, body = adam) => users.call('POST /children', { as, headers, body })
    const answers = [...(await Promise.all([add(p), add(p)])), await add(p)]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    const children = await users.children.ofGuardian(p.userId)
    const id = children[0]?._id ?? ''
    expect(answers.map((answer) => data(answer).id)).toEqual([id, id, id])
    expect(children).toHaveLength(1)
    expect(await eventsOf('guardian.joined', id)).toHaveLength(1)
    const others = [await add(q), await add(p, { ...adam, firstName: 'Meriem' })]
    expect(new Set([id, ...others.map((answer) => data(answer).id)]).size).toBe(3)
    await users.call(`DELETE /children/${id}`, { as: p })
    expect((await add(p)).status).toBe(404)
    expect(await users.children.byId(id)).toBeNull()
  })

  it('stores nothing about the child in the own profile; the child’s data is erased with the child', async () => {
    const p = await users.account('parent', {
      roleData: {
        childName: 'Adam Ben Salah',
        childAge: 11,
        childEducationLevel: 'primary',
        childGrade: '6',
        tutoringSubjects: ['mathematics'],
        additionalInfo: 'Dyslexia',
      },
    })
    const id = `child-${p.userId}`
    await eventually(() => users.children.byId(id))
    expect(data(await users.call('GET /me/profile', { as: p }))).toMatchObject({ roleData: {} })
    expect((await users.call('GET /children', { as: p })).body).toMatchObject({
      data: [{ additionalInfo: 'Dyslexia', subjects: ['mathematics'] }],
    })
    const [event] = await users.kafka.published('user.profile-changed', p.userId, 1)
    expect(JSON.stringify(event)).not.toContain('Dyslexia')
    await users.call(`DELETE /children/${id}`, { as: p })
    const kept = [
      await users.profiles.collection.findOne({ _id: p.userId }),
      await users.children.collection.findOne({ _id: id }),
    ]
    expect(JSON.stringify(kept)).not.toMatch(/Adam|Dyslexia|primary-6/)
  })

  it('the teacher of an approved connection sees the child’s description; a change of one field keeps the others', async () => {
    const { t, p, childId } = await family()
    const { id } = data(await ask(p, t, { childId }))
    const body = { version: 1, additionalInfo: 'Dyslexia' }
    const changed = await users.call(`PATCH /children/${childId}`, { as: p, body })
    expect(changed.body).toMatchObject({ data: { grade: 'primary-5', additionalInfo: 'Dyslexia' } })
    expect(await read(t, id)).toMatchObject({ student: { name: 'Adam', details: null } })
    await act(t, id, 'accept')
    await review(id, 'approved')
    await eventually(async () => (await read(t, id))['status'] === 'approved')
    expect(await read(t, id)).toMatchObject({ student: { details: { additionalInfo: 'Dyslexia' } } })
    await act(p, id, 'end')
    expect(await read(t, id)).toMatchObject({ student: { name: '', grade: '', details: null } })
  })

  it('adds and changes children; a change of another version is refused', async () => {
    const p = await parent()
    const id = await addChild(p)
    const change = (body: object) => users.call(`PATCH /children/${id}`, { as: p, body })
    expect((await change({ version: 1, firstName: 'Adem' })).body).toMatchObject({
      data: { firstName: 'Adem', version: 2 },
    })
    expect((await change({ version: 1, firstName: 'X' })).body).toMatchObject({
      code: 'STALE_VERSION',
      version: 2,
    })
    expect((await change({ version: 2, grade: 'secondary-1' })).body).toMatchObject({
      code: 'CHILD_GRADE_INVALID',
    })
    expect(
      (await users.call(`PATCH /children/${id}`, { as: await parent(), body: { version: 2 } })).status,
    ).toBe(404)
  })

  it('asks for a child; the request carries the consent and waits for teacher and administrator', async () => {
    const { t, p, childId } = await family()
    expect((await ask(p, t)).body).toMatchObject({ code: 'CHILD_REQUIRED' })
    expect((await ask(p, t, { childId: randomUUID() })).status).toBe(404)
    expect((await ask(await parent(), t, { childId })).status).toBe(404)
    const { id } = data(await ask(p, t, { childId }))
    expect(await read(t, id)).toMatchObject({
      needs: { teacher: 'waiting', guardian: 'agreed', admin: 'waiting' },
      student: { id: childId, childId, name: 'Adam', grade: 'primary-5', governorateId: 1 },
    })
    const ledger = (await users.call('GET /consents', { as: p })).body['data'] as { purpose: string }[]
    expect(ledger.map(({ purpose }) => purpose).sort()).toEqual(['connect', 'messages', 'video'])
    const [event] = await eventsOf('connection.requested', id)
    expect(event).toMatchObject({
      data: { childId, guardianIds: [p.userId], learnerBirthYear: 2015, minor: true },
      personal: { student: { fullName: 'Adam' }, guardians: [{ userId: p.userId }] },
    })
    expect(event?.data).not.toHaveProperty('studentId')
  })

  it('consents to nothing by a request that is refused', async () => {
    const { t, p, childId } = await family()
    const others = await Promise.all(Array.from({ length: 5 }, () => teacher()))
    for (const other of others) await ask(p, other, { childId })
    expect((await ask(p, t, { childId })).body).toMatchObject({ code: 'REQUESTS_FULL' })
    const ledger = (await users.call('GET /consents', { as: p })).body['data'] as { teacherId: string }[]
    expect(ledger).toHaveLength(15)
    expect(ledger.some(({ teacherId }) => teacherId === t.userId)).toBe(false)
    expect(await users.consents.isGiven(childId, 'connect', t.userId)).toBe(false)
  })

  it('withdraws a consent: the connections that require it end, and the ledger keeps both entries', async () => {
    const { t, p, childId } = await family()
    const { id } = data(await ask(p, t, { childId }))
    await act(t, id, 'accept')
    await review(id, 'approved')
    await eventually(async () => (await read(p, id))['status'] === 'approved')
    const ledger = (await users.call('GET /consents', { as: p })).body['data'] as {
      id: string
      purpose: string
    }[]
    const of = (purpose: string) => ledger.find((one) => one.purpose === purpose)?.id ?? ''
    expect((await users.call(`DELETE /consents/${of('connect')}`, { as: await parent() })).status).toBe(404)
    expect((await users.call(`DELETE /consents/${of('messages')}`, { as: p })).status).toBe(200)
    expect(await read(p, id)).toMatchObject({ status: 'approved' })
    for (let i = 0; i < 2; i++)
      expect((await users.call(`DELETE /consents/${of('connect')}`, { as: p })).status).toBe(200)
    expect(await read(p, id)).toMatchObject({ status: 'ended' })
    expect(await eventsOf('connection.ended', id)).toHaveLength(1)
    expect(await eventsOf('consent.withdrawn', `w-${of('connect')}`)).toMatchObject([
      { data: { childId, purpose: 'connect', teacherId: t.userId, by: p.userId } },
    ])
    const after = (await users.call('GET /consents', { as: p })).body['data'] as {
      id: string
      withdrawnAt: string
    }[]
    expect(after.find((one) => one.id === of('connect'))?.withdrawnAt).toEqual(expect.any(String))
    expect(after).toHaveLength(3)
  })

  it('leaves the child: the own consents end too, and another guardian decides anew', async () => {
    const { t, p, childId } = await family()
    const { id } = data(await ask(p, t, { childId }))
    await act(t, id, 'accept')
    await review(id, 'approved')
    await eventually(async () => (await read(p, id))['status'] === 'approved')
    const other = await parent()
    await users.children.addGuardian(childId, other.userId, p.userId)
    expect((await users.call(`DELETE /children/${childId}`, { as: p })).status).toBe(200)
    expect(await read(other, id)).toMatchObject({ status: 'ended' })
    const ledger = (await users.call('GET /consents', { as: other })).body['data'] as {
      by: string
      withdrawnAt: string | null
    }[]
    expect(ledger.map(({ by, withdrawnAt }) => [by, typeof withdrawnAt])).toEqual(
      Array(3).fill([p.userId, 'string']),
    )
    expect((await ask(other, t, { childId })).status).toBe(201)
    expect(await users.consents.isGiven(childId, 'connect', t.userId)).toBe(true)
  })

  it('consents beside another guardian: the departure of one does not end what the other consented to', async () => {
    const { t, p, childId } = await family()
    const other = await parent()
    await users.children.addGuardian(childId, other.userId, p.userId)
    const approved = async (as: Identity, subject: string) => {
      const { id } = data(await ask(as, t, { childId, subject }))
      await act(t, id, 'accept')
      await review(id, 'approved')
      await eventually(async () => (await read(as, id))['status'] === 'approved')
      return id
    }
    await approved(p, 'mathematics')
    const physics = await approved(other, 'physics')
    expect((await users.call(`DELETE /children/${childId}`, { as: p })).status).toBe(200)
    expect(await read(other, physics)).toMatchObject({ status: 'approved' })
    const ledger = await users.consents.ofChildren([childId])
    const valid = ledger.filter(({ withdrawnAt }) => !withdrawnAt)
    expect(valid.map(({ by }) => by)).toEqual(Array(3).fill(other.userId))
  })

  it('withdraws by one call what both guardians consented to, and later consents stay', async () => {
    const { t, p, childId } = await family()
    const other = await parent()
    await users.children.addGuardian(childId, other.userId, p.userId)
    const body = { childId, purpose: 'connect', teacherId: t.userId }
    const isGiven = () => users.consents.isGiven(childId, 'connect', t.userId)
    const first = data(await users.call('POST /consents', { as: p, body })).id
    expect(data(await users.call('POST /consents', { as: other, body })).id).not.toBe(first)
    await users.call(`DELETE /consents/${first}`, { as: other })
    expect(await isGiven()).toBe(false)
    await users.call('POST /consents', { as: p, body })
    await users.call(`DELETE /consents/${first}`, { as: other })
    expect(await isGiven()).toBe(true)
  })

  it('withdraws the consent to video and gives it again, with an event for lessons each time', async () => {
    const { t, p, childId } = await family()
    const { id } = data(await ask(p, t, { childId }))
    await act(t, id, 'accept')
    await review(id, 'approved')
    await eventually(async () => (await read(p, id))['status'] === 'approved')
    const [video] = (await users.consents.ofChildren([childId])).filter(({ purpose }) => purpose === 'video')
    await users.call(`DELETE /consents/${video?._id}`, { as: p })
    const [withdrawn] = await eventsOf('connection.changed', id)
    expect(withdrawn?.data).toMatchObject({ status: 'approved', videoWithdrawn: true })
    expect(await read(p, id)).toMatchObject({ status: 'approved', lessons: { online: false } })
    const body = { childId, purpose: 'video' }
    expect((await users.call('POST /consents', { as: p, body })).status).toBe(201)
    const [, given] = await eventsOf('connection.changed', id, 2)
    expect(given?.data).not.toHaveProperty('videoWithdrawn')
    // repeated, or for another purpose, it changes nothing
    await users.call('POST /consents', { as: p, body: { childId, purpose: 'messages' } })
    expect(await eventsOf('connection.changed', id, 2)).toHaveLength(2)
  })

  it('consents to video again with a request or an agreement, for the other connections with that teacher too', async () => {
    const { t, p, childId } = await family()
    const roleData = { educationLevel: 'primary', birthYear: 2015 }
    const s = await users.account('student', { roleData })
    await users.children.collection.updateOne({ _id: childId }, { $set: { accountId: s.userId } })
    const { id } = data(await ask(p, t, { childId }))
    await act(t, id, 'accept')
    await review(id, 'approved')
    await eventually(async () => (await read(s, id))['status'] === 'approved')
    const withoutVideo = async () => (await users.connections.find(id))?.videoWithdrawn
    for (const again of [
      () => ask(p, t, { childId, subject: 'physics' }),
      async () => act(p, data(await ask(s, t, { subject: 'arabic' })).id, 'consent'),
    ]) {
      for (const each of await users.consents.ofChildren([childId]))
        if (each.purpose === 'video') await users.call(`DELETE /consents/${each._id}`, { as: p })
      expect(await withoutVideo()).toBe(true)
      const { id: other } = data(await again())
      expect(await withoutVideo()).toBe(false)
      await act(t, other, 'decline')
    }
  })

  it('changes a child’s level: it stays in every later event of the connection', async () => {
    const { t, p, childId } = await family()
    const { id } = data(await ask(p, t, { childId }))
    await act(t, id, 'accept')
    await review(id, 'approved')
    await eventually(async () => (await read(p, id))['status'] === 'approved')
    const college = { version: 1, educationLevel: 'college', grade: 'college-7' }
    expect((await users.call(`PATCH /children/${childId}`, { as: p, body: college })).status).toBe(200)
    const at = new Date()
    await pauseForAlert(users, randomUUID(), { connectionId: id }, at)
    await reviewConnection(users, id, {
      decision: 'reopened',
      by: 'admin',
      notes: '',
      at: new Date(),
      stoppedAt: at,
    })
    for (const type of ['connection.changed', 'connection.suspended', 'connection.reopened'] as const)
      expect((await eventsOf(type, id)).map((event) => event.data.learnerLevel)).toEqual(['college'])
  })

  it('changes a child’s first name: its connections publish the newest name once', async () => {
    const { t, p, childId } = await family()
    const { id } = data(await ask(p, t, { childId }))
    const rename = (version: number, firstName: string) =>
      users.call(`PATCH /children/${childId}`, { as: p, body: { version, firstName } })
    await rename(1, 'Adem')
    await rename(2, 'Aymen')
    const changed = await eventsOf('connection.changed', id, 2)
    expect(changed.map(({ personal }) => personal.student.fullName)).toEqual(['Adem', 'Aymen'])
    expect(await read(t, id)).toMatchObject({ student: { name: 'Aymen' } })
    // state after a crash between the child and its connections
    await users.children.change(childId, { guardianId: p.userId, version: 3, at: new Date() }, (child) => ({
      ...child,
      firstName: 'Amin',
    }))
    for (let i = 0; i < 2; i++) await sweep(users, new Date(), new Date(Date.now() - hours))
    const [, , last] = await eventsOf('connection.changed', id, 3)
    expect(last?.personal.student.fullName).toBe('Amin')
    expect(await eventsOf('connection.changed', id, 3)).toHaveLength(3)
  })

  it('after a crash the sweeper ends the connections of a withdrawn consent', async () => {
    const { t, p, childId } = await family()
    const { id } = data(await ask(p, t, { childId }))
    const [entry] = (await users.consents.ofChildren([childId])).filter(
      ({ purpose }) => purpose === 'connect',
    )
    if (!entry) throw new Error('no consent')
    // a store without reactions: as if the process stopped after the write
    await createConsentStore(users.connection, users.outbox).withdraw(entry, p.userId, new Date())
    await sweep(users, new Date(), new Date(Date.now() - hours))
    expect(await read(p, id)).toMatchObject({ status: 'declined', needs: { guardian: 'refused' } })
  })

  it('after a crash the sweeper applies a guardian’s leave and a corrected year to the connections', async () => {
    const { t, p, childId } = await family()
    const second = await parent()
    await users.children.addGuardian(childId, second.userId)
    const { id } = data(await ask(second, t, { childId }))
    // a store without reactions: as if the process stopped after each write
    const children = createChildStore(users.connection)
    await children.removeGuardian(childId, p.userId, new Date())
    expect((await users.call(`GET /connections/${id}`, { as: p })).status).toBe(200)
    await sweep(users, new Date(), new Date(Date.now() - hours))
    expect((await users.call(`GET /connections/${id}`, { as: p })).status).toBe(404)
    await children.change(childId, { guardianId: second.userId, version: 1, at: new Date() }, (child) => ({
      ...child,
      birthYear: 2016,
    }))
    await sweep(users, new Date(), new Date(Date.now() - hours))
    expect(await users.connections.find(id)).toMatchObject({
      guardianIds: [second.userId],
      learnerBirthYear: 2016,
    })
  })

  it('gives consent for one purpose, for one teacher or for all, once', async () => {
    const { t, p, childId } = await family()
    const give = (body: object) =>
      users.call('POST /consents', { as: p, body: { childId, purpose: 'video', ...body } })
    const first = await give({ teacherId: t.userId })
    expect(first).toMatchObject({
      status: 201,
      body: { data: { textVersion: consentTextVersion, teacherName: 'Karim Jaziri' } },
    })
    expect(data(await give({ teacherId: t.userId })).id).toBe(data(first).id)
    expect(await users.consents.isGiven(childId, 'video', randomUUID())).toBe(false)
    expect((await give({})).body).toMatchObject({ data: { teacherId: null } })
    expect(await users.consents.isGiven(childId, 'video', randomUUID())).toBe(true)
    expect((await give({ childId: randomUUID() })).status).toBe(404)
  })

  it('shares a child by a code that works once and for 48 hours; its connections include the new guardian', async () => {
    const { t, p, childId } = await family()
    const { id } = data(await ask(p, t, { childId }))
    const [other, third] = await Promise.all([parent(), parent()])
    const made = await users.call(`POST /children/${childId}/guardians`, { as: p })
    expect(made.status).toBe(201)
    const { code } = data<{ code: string }>(made)
    const link = (as: Identity) =>
      users.call('POST /children/link', { as, body: { token: code.toLowerCase() } })
    // used by its own giver it stays valid for the other parent
    expect(await link(p)).toMatchObject({ status: 409, body: { code: 'GUARDIAN_ALREADY' } })
    users.clock.ahead = 49 * hours
    expect((await link(other)).body).toMatchObject({ code: 'GUARDIAN_LINK_INVALID' })
    users.clock.ahead = 0
    expect((await link(other)).body).toMatchObject({ data: { id: childId, firstName: 'Adam' } })
    expect((await link(third)).status).toBe(404)
    // a guardian who left cannot return by a used link
    expect((await link(other)).status).toBe(200)
    expect(await read(other, id)).toMatchObject({ actions: ['decline'] })
    const [changed] = await eventsOf('connection.changed', id)
    expect(changed?.data).toMatchObject({ guardianIds: [p.userId, other.userId] })

    // the first guardian leaves, and with it what it consented to: the other stays
    const wish = data(await ask(other, await teacher(), { childId }))
    expect((await users.call(`DELETE /children/${childId}`, { as: p })).status).toBe(200)
    expect((await users.call(`GET /connections/${id}`, { as: p })).status).toBe(404)
    expect(await read(other, id)).toMatchObject({ status: 'declined', actions: [] })
    expect(await read(other, wish.id)).toMatchObject({ status: 'pending', actions: ['cancel'] })
    // the last guardian leaves: everything is erased
    await users.call(`DELETE /children/${childId}`, { as: other })
    expect(await users.connections.find(wish.id)).toMatchObject({ status: 'cancelled', message: '' })
    expect((await link(other)).status).toBe(404)
    expect((await users.call(`GET /connections/${id}`, { as: other })).status).toBe(404)
    expect(JSON.stringify(await users.children.collection.findOne({ _id: childId }))).not.toContain('Adam')
    expect((await users.call(`DELETE /children/${childId}`, { as: other })).status).toBe(404)
  })
})

describe('a child’s year of birth', () => {
  const correct = (p: Identity, childId: string, birthYear: number) =>
    users.call(`PATCH /children/${childId}`, { as: p, body: { version: 1, birthYear } })

  it('that a parent corrects changes open connections and no closed ones', async () => {
    const nine = new Date().getFullYear() - 9
    const { t, p, childId } = await family()
    const over = data(await ask(p, t, { childId, subject: 'physics' })).id
    await act(p, over, 'cancel')
    const { id } = data(await ask(p, t, { childId }))
    expect(await read(p, id)).toMatchObject({ lessons: null })
    await act(t, id, 'accept')
    await review(id, 'approved')
    await eventually(async () => (await read(p, id))['status'] === 'approved')
    expect(await read(t, id)).toMatchObject({
      lessons: { maxMinutes: 45, parentPresent: false, online: true },
    })
    expect((await correct(p, childId, nine)).status).toBe(200)
    const [changed] = await eventsOf('connection.changed', id)
    expect(changed?.data).toMatchObject({ learnerBirthYear: nine, minor: true })
    expect(await read(t, id)).toMatchObject({ lessons: { maxMinutes: 30, parentPresent: true } })
    expect(await users.connections.find(over)).toMatchObject({ learnerBirthYear: 2015 })
  })

  it('that makes an adult a minor ends connections without a guardian’s consent', async () => {
    const { t, p } = await family()
    const childId = await addChild(p, { birthYear: 2003, educationLevel: 'secondary', grade: '' })
    const { id } = data(await ask(p, t, { childId }))
    await act(t, id, 'accept')
    expect(await read(p, id)).toMatchObject({ status: 'approved' })
    expect((await correct(p, childId, 2013)).status).toBe(200)
    expect(await read(p, id)).toMatchObject({ status: 'ended' })
  })
})

describe('a decision after 72 hours', () => {
  it('is late, also if the clock has not been there yet, and consents to nothing', async () => {
    const { t, p, childId } = await family()
    const [s, q] = await Promise.all([adult(), teacher()])
    const { id } = data(await ask(s, q))
    const own = data(await ask(p, t, { childId })).id
    users.clock.ahead = 72.1 * hours
    expect((await act(q, id, 'accept')).body).toMatchObject({ code: 'CONNECTION_STATE' })
    expect((await act(t, own, 'accept')).body).toMatchObject({ code: 'CONNECTION_STATE' })
    expect(await read(s, id)).toMatchObject({ status: 'pending' })
  })
})

describe('when a party is suspended or erased', () => {
  it('a suspended teacher’s connections end; being reinstated does not bring them back', async () => {
    const { t, s, id } = await connected()
    await decided(t, 'user.suspended')
    await eventually(async () => (await read(s, id))['status'] === 'ended')
    await decided(t, 'user.reinstated', 2)
    await eventually(async () => (await users.profiles.find(t.userId))?.status === 'approved')
    expect(await read(s, id)).toMatchObject({ status: 'ended' })
  })

  it('a suspended guardian gets no mail about the child; other services get the address of a reinstated one', async () => {
    const { t, p, childId } = await family()
    const other = await parent()
    await users.children.addGuardian(childId, other.userId, p.userId)
    await decided(p, 'user.suspended')
    await eventually(async () => (await users.profiles.find(p.userId))?.status === 'suspended')
    const { id } = data(await ask(other, t, { childId }))
    const guardianIds = [p.userId, other.userId]
    const [requested] = await eventsOf('connection.requested', id)
    expect(requested?.data).toMatchObject({ guardianIds })
    expect(requested?.personal.guardians.map(({ userId }) => userId)).toEqual([other.userId])
    await decided(p, 'user.reinstated', 2)
    const [changed] = await eventsOf('connection.changed', id)
    expect(changed?.personal.guardians.map(({ userId }) => userId)).toEqual(guardianIds)
  })

  it('an erased guardian’s note is removed also when another guardian keeps the connection', async () => {
    const { t, p, childId } = await family()
    const other = await parent()
    const made = await users.call(`POST /children/${childId}/guardians`, { as: p })
    const { code } = data<{ code: string }>(made)
    await users.call('POST /children/link', { as: other, body: { token: code } })
    const { id } = data(await ask(p, t, { childId }))
    await act(other, id, 'decline', 'Salma and I disagree')
    await decided(p, 'user.deletion-requested')
    await eventsOf('user.erased', p.userId)
    expect(JSON.stringify(await users.connections.collection.findOne({ _id: id }))).not.toMatch(
      /"note":"Salma|"message":"Bonjour/,
    )
    expect(await read(other, id)).toMatchObject({ note: '', message: '' })
  })

  it('a change that began before the erasure does not restore the erased texts', async () => {
    const { t, s, id } = await connected()
    const parties = { teacher: null, student: null, child: null, guardians: [] }
    let redacted: Promise<void> | undefined
    const end = (found: Connection) => {
      redacted ??= users.connections.redactTexts(s.userId)
      return move(found, { action: 'end', by: t.userId, note: '', at: new Date() })
    }
    await updateConnection(users, id, end, parties)
    await redacted
    expect(await users.connections.find(id)).toMatchObject({ status: 'ended', message: '' })
  })

  it('an erased student’s connection is closed and has none of the student’s texts', async () => {
    const { t, s, id } = await connected()
    await decided(s, 'user.deletion-requested')
    expect(await eventsOf('connection.ended', id)).toHaveLength(1)
    await eventsOf('user.erased', s.userId)
    expect((await users.call(`GET /connections/${id}`, { as: t })).status).toBe(404)
    expect(JSON.stringify(await users.connections.collection.findOne({ _id: id }))).not.toMatch(
      /Bonjour|Amal/,
    )
    expect(data(await users.call('GET /me/quota', { as: t }))).toMatchObject({ used: 0 })
  })

  it('with its only parent the child is erased, and its connections end', async () => {
    const { t, p, childId } = await family()
    const { id } = data(await ask(p, t, { childId }))
    for (let i = 1; i <= 2; i++) await decided(p, 'user.deletion-requested', i)
    await eventsOf('user.erased', p.userId)
    expect(await users.children.byId(childId)).toBeNull()
    expect(await eventsOf('connection.cancelled', id)).toHaveLength(1)
    expect(JSON.stringify(await users.children.collection.find().toArray())).not.toContain(p.userId)
  })

  it('an erased parent can neither add a child nor use a code', async () => {
    const { p, childId } = await family()
    const { code } = data<{ code: string }>(
      await users.call(`POST /children/${childId}/guardians`, { as: p }),
    )
    const erased = await parent()
    await decided(erased, 'user.deletion-requested')
    await eventsOf('user.erased', erased.userId)
    const body = { firstName: 'Adam', birthYear: 2015, educationLevel: 'primary' }
    expect((await users.call('POST /children', { as: erased, body })).status).toBe(401)
    expect((await users.call('POST /children/link', { as: erased, body: { token: code } })).status).toBe(401)
    expect(await users.children.ofGuardian(erased.userId)).toEqual([])
    const other = await parent()
    expect((await users.call('POST /children/link', { as: other, body: { token: code } })).status).toBe(200)
  })

  it('a child that is added while its parent is erased does not stay', async () => {
    const [p, q] = await Promise.all([parent(), parent()])
    await eraseAccount(
      { ...users, publicPages: { erase: async () => void (await addChild(p)) } },
      p.userId,
      new Date(),
    )
    expect(await users.children.ofGuardian(p.userId)).toEqual([])
    const add: typeof users.children.add = async (child) => {
      await eraseAccount(users, q.userId, new Date())
      await users.children.add(child)
    }
    const late = await users.serveWith({ children: { ...users.children, add } })
    const body = { firstName: 'Adam', birthYear: 2015, educationLevel: 'primary' }
    await late.call('POST /children', { as: q, body })
    await late.close()
    expect(await users.children.ofGuardian(q.userId)).toEqual([])
  })

  it('an erased guardian does not keep a child whose other guardians left', async () => {
    const { p, childId } = await family()
    const erased = await parent()
    await eraseAccount(users, erased.userId, new Date())
    // an agreement from before the erasure is applied after it
    await users.children.addGuardian(childId, erased.userId)
    await users.call(`DELETE /children/${childId}`, { as: p })
    expect(await users.children.byId(childId)).toBeNull()
  })
})

describe('a teacher’s upgrade', () => {
  it('is requested once, granted by an administrator, and lifts the limit', async () => {
    const t = await teacher()
    const request = () => users.call('POST /me/upgrade-request', { as: t, body: { reason: 'Plus d’élèves' } })
    expect((await request()).body).toMatchObject({ data: { plan: 'free', upgrade: { status: 'open' } } })
    expect((await request()).body).toMatchObject({ code: 'UPGRADE_OPEN' })
    const [event] = await eventsOf('upgrade.requested', t.userId)
    const decide = (decision: 'granted' | 'refused', sequence: number, requestedAt: string) =>
      users.kafka.publish('admin', t.userId, sequence, {
        type: 'upgrade.reviewed',
        data: { teacherId: t.userId, decision, by: 'admin', requestedAt, at: new Date().toISOString() },
        personal: { email: '', fullName: '', language: 'fr', notes: '' },
      })
    const quota = async () => data(await users.call('GET /me/quota', { as: t }))
    await decide('refused', 1, event?.data.at ?? '')
    await eventually(async () => (await users.upgrades.find(t.userId))?.status === 'refused')
    expect((await request()).status).toBe(200)
    // the first decision again does not apply to this request
    await decide('refused', 2, event?.data.at ?? '')
    const events = await eventsOf('upgrade.requested', t.userId, 2)
    await decide('granted', 3, events.at(-1)?.data.at ?? '')
    await eventually(async () => (await users.upgrades.find(t.userId))?.status === 'granted')
    expect(await quota()).toMatchObject({ plan: 'unlimited', limit: null, upgrade: { status: 'granted' } })
    const students = await Promise.all(Array.from({ length: 7 }, () => adult()))
    const asked = await Promise.all(students.map((s) => ask(s, t)))
    const answers = await Promise.all(asked.map((one) => act(t, data(one).id, 'accept')))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
  })

  it('of a person who lost the account to the owner of its address does not count, and the owner can ask', async () => {
    const t = await teacher()
    const request = () => users.call('POST /me/upgrade-request', { as: t, body: { reason: 'Plus d’élèves' } })
    await request()
    await users.kafka.publish('auth', t.userId, 50, {
      type: 'user.reclaimed',
      data: { userId: t.userId, role: 'teacher', verifiedAt: new Date().toISOString() },
      personal: { email: `${t.userId}@example.tn`, fullName: 'Karim Jaziri', language: 'fr' },
    })
    const quota = async () => (await users.call('GET /me/quota', { as: t })).body['data']
    await eventually(async () => JSON.stringify(await quota()).includes('"upgrade":null'))
    expect((await request()).body).toMatchObject({ data: { upgrade: { status: 'open' } } })
    // receivers drop an event that is not newer than the first one
    const events = await eventsOf('upgrade.requested', t.userId, 2)
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2])
  })

  it('is not for a teacher who waits for approval', async () => {
    const answer = await users.call('POST /me/upgrade-request', { as: await teacher('pending'), body: {} })
    expect(answer).toMatchObject({ status: 403, body: { code: 'TEACHER_NOT_APPROVED' } })
  })
})

describe('a demo', () => {
  it('waits for its people and writes each conversation once, also with two processes', async () => {
    expect(await seedDemoConnections(users)).toBe(false)
    const accounts = {
      teacher: ['demo-teacher', 'demo-teacher-1', 'demo-teacher-2'],
      student: ['demo-student', 'demo-student-1', 'demo-student-2', 'demo-student-4'],
      parent: ['demo-parent'],
    } as const
    const roleData = {
      teacher: { teachingSubjects: ['Mathematics', 'Physics', 'French', 'English'] },
      student: { educationLevel: 'university' },
      parent: { childName: 'Adam', childAge: 11 },
    }
    for (const role of ['teacher', 'student', 'parent'] as const)
      for (const id of accounts[role])
        await users.kafka.publish('auth', id, 1, registered(id, role, { roleData: roleData[role] }))
    await eventually(() => seedDemoConnections(users))
    await Promise.all([seedDemoConnections(users), seedDemoConnections(users)])
    const { rows } = await users.connections.page('demo-teacher', 'received', { limit: 20 })
    expect(rows.map(({ status }) => status).toSorted()).toEqual([
      'approved',
      'declined',
      'pending',
      'pending',
      'pending',
    ])
    const { rows: children } = await users.connections.page('demo-parent', 'sent', { limit: 20 })
    expect(children.map(({ status }) => status).toSorted()).toEqual(['approved', 'pending'])
  })
})

describe('contact details in a text that others read', () => {
  const leak = 'Écrivez-moi : snap amal.demo, ou le 20 123 456'
  const refused = (path: string) => ({
    status: 400,
    body: { code: 'CONTACT_DETAILS_REFUSED', errors: [{ path, code: 'CONTACT_DETAILS_REFUSED' }] },
  })

  it('are refused in every note of a minor’s connection, and nothing moves', async () => {
    const { t, p, childId } = await family()
    const { id } = data(await ask(p, t, { childId }))
    for (const [as, action] of [
      [t, 'accept'],
      [t, 'decline'],
      [p, 'consent'],
      [p, 'cancel'],
      [t, 'end'],
    ] as const)
      expect(await act(as, id, action, leak)).toMatchObject(refused('note'))
    expect(await read(t, id)).toMatchObject({ status: 'pending', note: '' })
    // a stranger learns neither that it exists nor that it is a minor's
    expect(await act(await teacher(), id, 'decline', leak)).toMatchObject({ status: 404 })
    expect((await act(t, id, 'decline', 'Le mardi à 14:30, exercices 3, 5 et 7')).status).toBe(200)
  })

  it('stay allowed between adults', async () => {
    const [t, s] = await Promise.all([teacher(), adult()])
    const { id } = data(await ask(s, t))
    expect(await act(t, id, 'accept', leak)).toMatchObject({ status: 200, body: { data: { note: leak } } })
  })

  it('are refused in a profile and in a child’s description, from every author', async () => {
    const [t, p] = await Promise.all([teacher(), parent()])
    const change = (roleData: object, more: object = {}) =>
      users.call('PATCH /me/profile', { as: t, body: { version: 1, roleData, ...more } })
    expect(await change({ bio: leak })).toMatchObject(refused('roleData.bio'))
    expect(await change({ otherSubjects: 'Latin, ig: amal.demo' })).toMatchObject(
      refused('roleData.otherSubjects'),
    )
    expect(await change({}, { location: { local_area: 'tél 20 123 456' } })).toMatchObject(
      refused('location.local_area'),
    )
    const child = { firstName: 'Adam 20123456', birthYear: 2015, educationLevel: 'primary' }
    expect(await users.call('POST /children', { as: p, body: child })).toMatchObject(refused('firstName'))
  })
})
