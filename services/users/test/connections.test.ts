import { randomUUID } from 'node:crypto'
import type { Outbox } from '@darsi/kit/events/outbox.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { dataOf, eventually } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { createConnectionStore } from '../src/connections/connection-store.ts'
import { settleParty } from '../src/connections/settle-connections.ts'
import { sweep } from '../src/sweeper.ts'
import { connectionCalls, hours } from './connection-calls.ts'
import { phoneOf, worldOfFile } from './world.ts'

const users = await worldOfFile()
const {
  minorWithGuardian,
  teacher,
  adult,
  parent,
  ask,
  act,
  read,
  list,
  addChild,
  eventsOf,
  review,
  decided,
  connected,
  family,
} = connectionCalls(users)

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
    const { id } = dataOf(asked)
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
    const { id } = dataOf(await ask(s, t, { preferredTimes }))
    for (const as of [t, s])
      expect(await read(as, id)).toMatchObject({ preferredTimes: ['1-morning', '3-evening'] })
    expect((await ask(s, t, { preferredTimes: ['7-night'] })).status).toBe(400)
    await act(t, id, 'decline')
    expect(await read(t, id)).toMatchObject({ preferredTimes: [] })
  })

  it('counts each learner of a teacher once, also with two subjects and after the end', async () => {
    const [t, s] = await Promise.all([teacher(), adult()])
    for (const subject of ['mathematics', 'physics']) {
      const { id } = dataOf(await ask(s, t, { subject }))
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
    const { id } = dataOf(await ask(s, t))
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
    const contact = { phone: phoneOf(s.userId), email: `${s.userId}@example.tn` }
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
    await act(s, dataOf(second).id, 'cancel')
    expect((await ask(s, t, { subject: 'physics' })).status).toBe(201)
  })

  it('waits without taking a place: a free teacher accepts five of twelve, also when all are accepted at once', async () => {
    const t = await teacher()
    const students = await Promise.all(Array.from({ length: 12 }, () => adult()))
    const asked = await Promise.all(students.map((s) => ask(s, t)))
    expect(asked.every(({ status }) => status === 201)).toBe(true)
    const quota = async () => dataOf(await users.call('GET /me/quota', { as: t }))
    expect(await quota()).toEqual({ plan: 'free', used: 0, limit: 5, upgrade: null })
    // each twice: a repeated agreement costs no second place, a repeated refusal frees none
    const answers = await Promise.all([...asked, ...asked].map((one) => act(t, dataOf(one).id, 'accept')))
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

  it('may have contact details; one that is flagged needs an administrator', async () => {
    const [t, s] = await Promise.all([teacher(), adult()])
    const message = 'Appelez-moi au 20 123 456'
    const { id } = dataOf(await ask(s, t, { message }))
    expect(await read(t, id)).toMatchObject({ message, needs: { admin: 'none' } })
    const flagged = { flags: ['many-requests' as const], 'needs.admin': 'waiting' as const }
    await users.connections.collection.updateOne({ _id: id }, { $set: flagged })
    expect(dataOf(await act(t, id, 'accept'))).toMatchObject({
      status: 'pending',
      needs: { admin: 'waiting' },
    })
    await review(id, 'approved')
    await eventually(async () => (await read(t, id))['status'] === 'approved')
    await review(id, 'declined', 2)
    const [approved] = await eventsOf('connection.approved', id)
    expect(approved?.data).toMatchObject({ flags: ['many-requests'], needs: { admin: 'agreed' } })
    expect(await read(s, id)).toMatchObject({ status: 'approved', adminReviewedAt: expect.any(String) })
  })

  it('of an adult at a school level needs an administrator, until one has agreed to a connection of theirs', async () => {
    const roleData = { educationLevel: 'secondary', birthYear: new Date().getFullYear() - 30 }
    const [t, u, s] = await Promise.all([teacher(), teacher(), users.account('student', { roleData })])
    const { id } = dataOf(await ask(s, t))
    expect(dataOf(await act(t, id, 'accept'))).toMatchObject({
      status: 'pending',
      needs: { admin: 'waiting' },
    })
    const [asked] = await eventsOf('connection.requested', id)
    expect(asked?.data).toMatchObject({ flags: ['adult-at-school'], minor: false })
    await review(id, 'approved')
    await eventually(async () => (await read(s, id))['status'] === 'approved')
    const { id: next } = dataOf(await ask(s, u))
    expect(dataOf(await act(u, next, 'accept'))).toMatchObject({
      status: 'approved',
      needs: { admin: 'none' },
    })
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
    const { id } = dataOf(await ask(s, t))
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
    const { id } = dataOf(await ask(s, t))
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

describe('a decision after 72 hours', () => {
  it('is late, also if the clock has not been there yet, and consents to nothing', async () => {
    const { t, p, childId } = await family()
    const [s, q] = await Promise.all([adult(), teacher()])
    const { id } = dataOf(await ask(s, q))
    const own = dataOf(await ask(p, t, { childId })).id
    users.clock.ahead = 72.1 * hours
    expect((await act(q, id, 'accept')).body).toMatchObject({ code: 'CONNECTION_STATE' })
    expect((await act(t, own, 'accept')).body).toMatchObject({ code: 'CONNECTION_STATE' })
    expect(await read(s, id)).toMatchObject({ status: 'pending' })
  })
})

describe('contact details in a text that others read', () => {
  const leak = 'Écrivez-moi : snap amal.demo, ou le 20 123 456'
  const refused = (path: string) => ({
    status: 400,
    body: { code: 'CONTACT_DETAILS_REFUSED', errors: [{ path, code: 'CONTACT_DETAILS_REFUSED' }] },
  })

  it('are refused in every note that a minor reads, and nothing moves', async () => {
    const { t, s } = await minorWithGuardian()
    const { id } = dataOf(await ask(s, t))
    for (const [as, action] of [
      [t, 'accept'],
      [t, 'decline'],
      [s, 'cancel'],
      [t, 'end'],
    ] as const)
      expect(await act(as, id, action, leak)).toMatchObject(refused('note'))
    expect(await read(t, id)).toMatchObject({ status: 'pending', note: '' })
    // a stranger learns neither that it exists nor that it is a minor's
    expect(await act(await teacher(), id, 'decline', leak)).toMatchObject({ status: 404 })
    expect((await act(t, id, 'decline', 'Le mardi à 14:30, exercices 3, 5 et 7')).status).toBe(200)
  })

  it('are allowed to guardians alone: a child without an account reads nothing', async () => {
    const { t, p, childId } = await family()
    const { id } = dataOf(await ask(p, t, { childId }))
    expect(await act(t, id, 'accept', leak)).toMatchObject({ status: 200, body: { data: { note: leak } } })
  })

  it('stay allowed between adults', async () => {
    const [t, s] = await Promise.all([teacher(), adult()])
    const { id } = dataOf(await ask(s, t))
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
