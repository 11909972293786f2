import { randomUUID } from 'node:crypto'
import type { WaitingRequest } from '@darsi/contracts/calls/users/waiting-api.ts'
import type { EventInput } from '@darsi/contracts/events/events.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { deletionOf } from '@darsi/kit/testing/account-events.ts'
import { dataOf, eventually } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { eraseAccount } from '../src/account-lifecycle.ts'
import { actOnConnection } from '../src/requests/connection-commands.ts'
import { followPlaces, recountFull } from '../src/requests/offer-places.ts'
import type { WaitingRequest as WaitingDocument } from '../src/requests/waiting-request.ts'
import { createWaitingStore } from '../src/requests/waiting-store.ts'
import { sweep } from '../src/sweeper.ts'
import { connectionCalls, hours } from './connection-calls.ts'
import { type World, worldOfFile } from './world.ts'

const users = await worldOfFile()

const teaching = { teachingSubjects: ['mathematics'], sessionTypes: ['online'], acceptTerms: true }
const teacher = (fullName = 'Karim Jaziri') => users.account('teacher', { fullName, roleData: teaching })
const { adult, minor, parent, ask, act, decided } = connectionCalls(users)

const wish = (whom: Identity, more: object = {}) => ({
  teacherId: whom.userId,
  subject: 'mathematics',
  message: 'Bonjour',
  ...more,
})
const join = (as: Identity, whom: Identity, more: object = {}) =>
  users.call('POST /me/waiting-requests', { as, body: wish(whom, more) })
const waiting = async (as: Identity) =>
  dataOf<WaitingRequest[]>(await users.call('GET /me/waiting-requests', { as }))
const send = async (as: Identity) =>
  users.call(`POST /me/waiting-requests/${(await waiting(as))[0]?.id}/send`, { as })
const sweepNow = () => {
  const now = new Date(Date.now() + users.clock.ahead)
  return sweep(users, now, now)
}

const waitingFor = (
  { userId: teacherId }: Identity,
  requesterId: string,
  place: number,
): WaitingDocument => ({
  _id: randomUUID(),
  ...{ teacherId, requesterId, learnerId: requesterId, childId: null },
  ...{ subject: 'mathematics', message: 'Bonjour', preferredTimes: [], waitsFor: 'place' },
  since: new Date(Date.now() - 1000 + place),
  ...{ offeredAt: null, lapsedAt: null, connectionId: null },
})

const erasureOf = ({ userId }: Identity): EventInput => deletionOf({ userId })

/** A teacher with five learners. @returns the connections too */
async function fullTeacher() {
  const t = await teacher()
  const taught: string[] = []
  for (let number = 0; number < 5; number++) {
    const { id } = dataOf(await ask(await adult(), t))
    expect((await act(t, id, 'accept')).status).toBe(200)
    taught.push(id)
  }
  return { t, taught }
}

/** Two people on the list of a teacher with one free place, which is offered to the first of them. */
async function offeredToFirst() {
  const { t, taught } = await fullTeacher()
  const [first, second] = await Promise.all([adult(), adult()])
  await join(first, t)
  await join(second, t)
  await act(t, taught[0] ?? '', 'end')
  await eventually(async () => (await waiting(first))[0]?.offeredUntil !== null)
  return { t, first, second }
}

describe('the waiting list of a full teacher', () => {
  it('refuses a request before it is sent, and offers a free place to the first for 24 hours, then to the next', async () => {
    const { t, taught } = await fullTeacher()
    const [first, second] = await Promise.all([adult(), adult()])
    expect((await ask(first, t)).body).toMatchObject({ code: 'TEACHER_FULL' })
    expect((await join(first, t)).status).toBe(201)
    expect((await join(first, t)).body).toMatchObject({ code: 'CONNECTION_WAITING' })
    expect((await join(second, t)).status).toBe(201)
    expect((await waiting(first))[0]).toMatchObject({ position: 1, offeredUntil: null, waitsFor: 'place' })
    expect((await waiting(second))[0]).toMatchObject({ position: 2 })
    expect((await send(first)).body).toMatchObject({ code: 'PLACE_NOT_OFFERED' })

    await act(t, taught[0] ?? '', 'end')
    await eventually(async () => (await waiting(first))[0]?.offeredUntil !== null)
    const [offered] = await waiting(first)
    const [event] = await users.kafka.published('place.offered', offered?.id ?? '', 1)
    expect(event?.data).toMatchObject({ requesterId: first.userId, teacherId: t.userId })
    expect((await waiting(second))[0]).toMatchObject({ position: 1, offeredUntil: null })
    // the place is held: another learner cannot take it
    expect((await ask(await adult(), t)).body).toMatchObject({ code: 'TEACHER_FULL' })

    users.clock.ahead = 25 * hours
    expect((await send(first)).body).toMatchObject({ code: 'PLACE_NOT_OFFERED' })
    await sweepNow()
    expect(await waiting(first)).toEqual([])
    expect(await users.kafka.published('place.lapsed', offered?.id ?? '', 1)).toHaveLength(1)
    expect((await waiting(second))[0]?.offeredUntil).not.toBeNull()
    // again, at the end of the list
    expect((await join(first, t)).status).toBe(201)
    expect((await waiting(first))[0]).toMatchObject({ position: 1, offeredUntil: null })
  })

  const isMarkedFull = async ({ userId: _id }: Identity) =>
    (await users.teachers.collection.findOne({ _id }))?.full === true
  /** A teacher whose only free place is held for the only learner in the list. */
  const offeredOnly = async (join: (t: Identity) => Promise<unknown>) => {
    const { t, taught } = await fullTeacher()
    await join(t)
    await act(t, taught[0] ?? '', 'end')
    const offered = { teacherId: t.userId, offeredAt: { $ne: null } }
    await eventually(async () => (await users.waiting.collection.countDocuments(offered)) === 1)
    await eventually(() => isMarkedFull(t))
    return t
  }

  it('ends with the last offer that lapses: the teacher has a free place again', async () => {
    const only = await adult()
    const t = await offeredOnly((whom) => join(only, whom))
    users.clock.ahead = 25 * hours
    await sweepNow()
    await eventually(async () => !(await isMarkedFull(t)))
    expect((await ask(only, t)).status).toBe(201)
  })

  it('ends with the last learner in it who is erased, or whose parent leaves the child', async () => {
    const [only, p, q] = await Promise.all([adult(), parent(), parent()])
    const child = { firstName: 'Adam', birthYear: 2015, educationLevel: 'primary' }
    const { id: childId } = dataOf(await users.call('POST /children', { as: p, body: child }))
    await users.children.addGuardian(childId, q.userId, p.userId)
    const awaited = await offeredOnly((whom) => join(only, whom))
    const left = await offeredOnly((whom) => join(p, whom, { childId }))
    await users.kafka.publish('admin', only.userId, 1, erasureOf(only))
    await users.call(`DELETE /children/${childId}`, { as: p })
    await eventually(async () => !(await isMarkedFull(awaited)))
    await eventually(async () => !(await isMarkedFull(left)))
  })

  it('ends with the next count, when the process stopped after the erasure of the last learner in it', async () => {
    const only = await adult()
    const t = await offeredOnly((whom) => join(only, whom))
    // a store without reactions: as if the process stopped after the write
    const waiting = createWaitingStore(users.connection, users.outbox)
    await eraseAccount({ ...users, waiting }, only.userId, new Date())
    expect(await isMarkedFull(t)).toBe(true)
    await recountFull(users)
    expect(await isMarkedFull(t)).toBe(false)
  })

  it('gives the place of an offer to the next at once when its learner closes the account', async () => {
    const { first, second } = await offeredToFirst()
    await eraseAccount(users, first.userId, new Date())
    await eventually(async () => (await waiting(second))[0]?.offeredUntil !== null)
  })

  it('holds the place of a sent request until the teacher answers, and gives it to the next on a refusal', async () => {
    const { t, first, second } = await offeredToFirst()
    const answers = await Promise.all([send(first), send(first)])
    expect(answers.map(({ status }) => status).sort()[0]).toBe(200)
    const sent = answers.find(({ status }) => status === 200)
    const { connectionId } = dataOf<{ connectionId: string }>(sent ?? { body: {} })
    expect(await waiting(first)).toEqual([])
    await sweepNow()
    expect((await waiting(second))[0]?.offeredUntil).toBeNull()
    await act(t, connectionId, 'decline')
    await eventually(async () => (await waiting(second))[0]?.offeredUntil !== null)
    const other = dataOf<{ connectionId: string }>(await send(second)).connectionId
    expect((await act(t, other, 'accept')).body).toMatchObject({ data: { status: 'approved' } })
  })

  it('keeps an offered place from a request that was sent before and is accepted meanwhile', async () => {
    const t = await teacher()
    const taught: string[] = []
    const asked = await adult()
    const early = dataOf(await ask(asked, t)).id
    for (let number = 0; number < 5; number++) {
      const { id } = dataOf(await ask(await adult(), t))
      expect((await act(t, id, 'accept')).status).toBe(200)
      taught.push(id)
    }
    const first = await adult()
    await join(first, t)
    await act(t, taught[0] ?? '', 'end')
    await eventually(async () => (await waiting(first))[0]?.offeredUntil !== null)
    expect((await act(t, early, 'accept')).body).toMatchObject({ code: 'CONNECTION_QUOTA' })
    // an offer would be of no use to them
    expect((await join(asked, t)).body).toMatchObject({ code: 'CONNECTION_EXISTS' })
    const { connectionId } = dataOf<{ connectionId: string }>(await send(first))
    expect((await act(t, early, 'accept')).body).toMatchObject({ code: 'CONNECTION_QUOTA' })
    expect((await act(t, connectionId, 'accept')).body).toMatchObject({ data: { status: 'approved' } })
    await act(t, taught[1] ?? '', 'end')
    expect((await act(t, early, 'accept')).body).toMatchObject({ data: { status: 'approved' } })
    expect((await join(asked, t)).body).toMatchObject({ code: 'CONNECTION_EXISTS' })
  })

  it('an offer is used also by a request without it: it does not lapse later', async () => {
    const { t, taught } = await fullTeacher()
    const first = await adult()
    await join(first, t)
    for (const id of taught.slice(0, 2)) await act(t, id, 'end')
    const offered = await eventually(async () =>
      (await waiting(first)).find(({ offeredUntil }) => offeredUntil),
    )
    await eventually(async () => (await ask(first, t)).status === 201)
    await eventually(async () => (await waiting(first)).length === 0)
    users.clock.ahead = 25 * hours
    await sweepNow()
    expect(await users.kafka.published('place.lapsed', offered.id)).toEqual([])
  })

  it('offers a place once, and holds it, when two processes count it at the same time', async () => {
    const { t, taught } = await fullTeacher()
    const [first, second, asked] = await Promise.all([adult(), adult(), adult()])
    await act(t, taught[0] ?? '', 'end')
    const early = dataOf(
      await eventually(async () => {
        const answer = await ask(asked, t)
        return answer.status === 201 && answer
      }),
    ).id
    // their requests are written, and the place is not offered yet
    for (const [index, { userId }] of [first, second].entries())
      await users.waiting.keep(waitingFor(t, userId, index))
    const late: World = {
      ...users,
      waiting: {
        ...users.waiting,
        next: async (teacherId) => {
          await followPlaces(users, { data: { teacherId: teacherId } })
          return users.waiting.next(teacherId)
        },
      },
    }
    const accept = { by: t.userId, action: 'accept' as const, note: '' }
    const lateAccept: World = {
      ...users,
      connections: {
        ...users.connections,
        withPlace: async (...given) => {
          await followPlaces(late, { data: { teacherId: t.userId } })
          return users.connections.withPlace(...given)
        },
      },
    }
    await expect(actOnConnection(lateAccept, early, accept)).rejects.toMatchObject({
      slug: 'connection-quota',
    })
    expect((await waiting(first))[0]?.offeredUntil).not.toBeNull()
    expect((await waiting(second))[0]).toMatchObject({ position: 1, offeredUntil: null })
    const { connectionId } = dataOf<{ connectionId: string }>(await send(first))
    expect((await act(t, connectionId, 'accept')).body).toMatchObject({ data: { status: 'approved' } })
    await followPlaces(users, { data: { teacherId: t.userId } })
    expect((await waiting(second))[0]).toMatchObject({ position: 1, offeredUntil: null })
  })

  it('offers a place at once to the first who can use it; those before are offered one when they can', async () => {
    const { t, taught } = await fullTeacher()
    const [guardianless, suspended, able] = await Promise.all([minor(), adult(), adult()])
    for (const [index, { userId }] of [guardianless, suspended, able].entries())
      await users.waiting.keep(waitingFor(t, userId, index))
    await decided(suspended, 'user.suspended', 1)
    await eventually(async () => (await users.profiles.find(suspended.userId))?.status === 'suspended')
    const isOffered = async ({ userId: requesterId }: Identity) =>
      Boolean((await users.waiting.collection.findOne({ requesterId }))?.offeredAt)
    // a failing database is no reason to pass over anybody
    const openOfPair = async () => {
      throw problem('unavailable')
    }
    const failing = { ...users.connections, taughtBy: async () => 0, openOfPair }
    await expect(
      followPlaces({ ...users, connections: failing }, { data: { teacherId: t.userId } }),
    ).rejects.toMatchObject({
      slug: 'unavailable',
    })
    await act(t, taught[0] ?? '', 'end')
    await eventually(() => isOffered(able))
    expect([await isOffered(guardianless), await isOffered(suspended)]).toEqual([false, false])
    await decided(suspended, 'user.reinstated', 2)
    await eventually(async () => (await users.profiles.find(suspended.userId))?.status === 'approved')
    await act(t, taught[1] ?? '', 'end')
    await eventually(() => isOffered(suspended))
    expect(await isOffered(guardianless)).toBe(false)
  })

  it('takes one place for one learner, also when another one became free after the offer', async () => {
    const { t, taught } = await fullTeacher()
    const first = await adult()
    await join(first, t)
    await act(t, taught[4] ?? '', 'end')
    await eventually(async () => (await waiting(first))[0]?.offeredUntil !== null)
    await act(t, taught[0] ?? '', 'end')
    const { connectionId } = dataOf<{ connectionId: string }>(await send(first))
    expect((await act(t, connectionId, 'accept')).body).toMatchObject({ data: { status: 'approved' } })
    const { id } = dataOf(await ask(await adult(), t))
    expect((await act(t, id, 'accept')).body).toMatchObject({ data: { status: 'approved' } })
  })

  it('moves up when a person leaves or is erased, and accepts five requests of one learner', async () => {
    const { t } = await fullTeacher()
    const [first, second, third] = await Promise.all([adult(), adult(), adult()])
    for (const each of [first, second, third]) await join(each, t)
    const [own] = await waiting(first)
    expect((await users.call(`DELETE /me/waiting-requests/${own?.id}`, { as: second })).status).toBe(404)
    expect((await users.call(`DELETE /me/waiting-requests/${own?.id}`, { as: first })).status).toBe(200)
    await users.kafka.publish('admin', second.userId, 1, erasureOf(second))
    await eventually(async () => (await waiting(third))[0]?.position === 1)
    expect(await users.waiting.collection.countDocuments({ requesterId: second.userId })).toBe(0)
  })

  it('applies the rules of a request: a parent requests only for an own child', async () => {
    const { t } = await fullTeacher()
    const [p, q] = await Promise.all([parent(), parent()])
    const child = { firstName: 'Adam', birthYear: 2015, educationLevel: 'primary' }
    const { id: childId } = dataOf(await users.call('POST /children', { as: p, body: child }))
    expect((await join(p, t)).body).toMatchObject({ code: 'CHILD_REQUIRED' })
    expect((await join(q, t, { childId })).status).toBe(404)
    expect((await join(p, t, { childId })).status).toBe(201)
    expect((await users.call(`DELETE /children/${childId}`, { as: p })).status).toBe(200)
    expect(await waiting(p)).toEqual([])
  })
})

describe('a minor’s request without a guardian', () => {
  it('names what is missing, waits, and is sent automatically once a guardian is linked', async () => {
    const [t, s, p] = await Promise.all([teacher(), minor(), parent()])
    const needs = async (as: Identity) => dataOf(await users.call('GET /me/request-needs', { as }))
    expect(await needs(s)).toEqual({ birthYear: false, guardian: true, minor: true })
    expect((await ask(s, t, { message: 'Algèbre' })).body).toMatchObject({
      code: 'GUARDIAN_CONSENT_REQUIRED',
    })
    // a second attempt replaces the first
    await ask(s, t, { message: 'Algèbre, le mercredi' })
    expect(await waiting(s)).toEqual([
      expect.objectContaining({ waitsFor: 'guardian', message: 'Algèbre, le mercredi', position: null }),
    ])
    expect((await send(s)).body).toMatchObject({ code: 'GUARDIAN_CONSENT_REQUIRED' })
    await users.call('POST /me/guardian', { as: s, body: { email: `${p.userId}@example.tn` } })
    const { _id } = await eventually(() =>
      users.links.collection.findOne({ studentId: s.userId, isVoid: false }),
    )
    const [event] = await users.kafka.published('guardian.invited', String(_id), 1)
    const token = event?.personal.token ?? ''
    await users.call('POST /children/link', { as: p, body: { token } })
    await eventually(async () => (await waiting(s)).length === 0)
    const { body } = await users.call('GET /connections', { as: p })
    expect(body['data']).toEqual([
      expect.objectContaining({
        message: 'Algèbre, le mercredi',
        status: 'pending',
        actions: ['consent', 'decline'],
      }),
    ])
    expect(await needs(s)).toEqual({ birthYear: false, guardian: false, minor: true })
  })
})

describe('a declined request', () => {
  it('names up to three others who can be reached and have a free place', async () => {
    const [t, s] = await Promise.all([teacher('Un Seul'), adult()])
    await Promise.all(['Autre Un', 'Autre Deux', 'Autre Trois', 'Autre Quatre'].map((name) => teacher(name)))
    await eventually(async () => users.teacherIndex.index.size() >= 5)
    const { id } = dataOf(await ask(s, t))
    await act(t, id, 'decline')
    const [event] = await users.kafka.published('connection.declined', id, 1)
    expect(event?.personal.alternatives).toHaveLength(3)
    expect(event?.personal.alternatives).not.toContain('Un Seul')
    const alternatives = dataOf<{ id: string; full: boolean }[]>(
      await users.call(`GET /connections/${id}/alternatives`, { as: s }),
    )
    expect(alternatives).toHaveLength(3)
    expect(alternatives.map(({ id: other }) => other)).not.toContain(t.userId)
    expect((await users.call(`GET /connections/${id}/alternatives`, { as: await adult() })).status).toBe(404)
  })
})
