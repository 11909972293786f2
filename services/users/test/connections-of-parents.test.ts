import { randomUUID } from 'node:crypto'
import { consentTextVersion } from '@darsi/contracts/texts/consent-texts.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { rounds } from '@darsi/kit/testing/rounds.ts'
import { dataOf, eventually } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { createChildStore } from '../src/children/child-store.ts'
import { pauseForAlert } from '../src/connections/pauses/pause-connections.ts'
import { createConsentStore } from '../src/consents/consent-store.ts'
import { reviewConnection } from '../src/requests/connection-commands.ts'
import { sweep } from '../src/sweeper.ts'
import { connectionCalls, hours } from './connection-calls.ts'
import { worldOfFile } from './world.ts'

const users = await worldOfFile()
const { teacher, parent, ask, act, read, addChild, eventsOf, family, approve } = connectionCalls(users)

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
      const all = dataOf<object[]>(await users.call('GET /children', { as: p }))
      return all.length > 0 && all
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
    expect(answers.map((answer) => dataOf(answer).id)).toEqual([id, id, id])
    expect(children).toHaveLength(1)
    expect(await eventsOf('guardian.joined', id)).toHaveLength(1)
    const others = [await add(q), await add(p, { ...adam, firstName: 'Meriem' })]
    expect(new Set([id, ...others.map((answer) => dataOf(answer).id)]).size).toBe(3)
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
    expect(dataOf(await users.call('GET /me/profile', { as: p }))).toMatchObject({ roleData: {} })
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
    const { id } = dataOf(await ask(p, t, { childId }))
    const body = { version: 1, additionalInfo: 'Dyslexia' }
    const changed = await users.call(`PATCH /children/${childId}`, { as: p, body })
    expect(changed.body).toMatchObject({ data: { grade: 'primary-5', additionalInfo: 'Dyslexia' } })
    expect(await read(t, id)).toMatchObject({ student: { name: 'Adam', details: null } })
    await approve(t, id)
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
    const { id } = dataOf(await ask(p, t, { childId }))
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
    const { id } = dataOf(await ask(p, t, { childId }))
    await approve(t, id)
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
    const { id } = dataOf(await ask(p, t, { childId }))
    await approve(t, id)
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
      const { id } = dataOf(await ask(as, t, { childId, subject }))
      await approve(t, id)
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
    const first = dataOf(await users.call('POST /consents', { as: p, body })).id
    expect(dataOf(await users.call('POST /consents', { as: other, body })).id).not.toBe(first)
    await users.call(`DELETE /consents/${first}`, { as: other })
    expect(await isGiven()).toBe(false)
    // the guardian who withdrew agrees again
    await users.call('POST /consents', { as: other, body })
    await users.call(`DELETE /consents/${first}`, { as: other })
    expect(await isGiven()).toBe(true)
  })

  const twoGuardians = async () => {
    const made = await family()
    const other = await parent()
    await users.children.addGuardian(made.childId, other.userId, made.p.userId)
    const { childId } = made
    const give = async (as: Identity, purpose: string, teacherId?: string) =>
      dataOf(await users.call('POST /consents', { as, body: { childId, purpose, teacherId } }))
    const withdraw = (as: Identity, id: unknown) => users.call(`DELETE /consents/${id}`, { as })
    const isGiven = (purpose: 'connect' | 'video') => users.consents.isGiven(childId, purpose, made.t.userId)
    /** As if all happened so many days ago. */
    const age = async (days: number) => {
      for (const { _id, at } of await users.consents.collection.find({ childId }).toArray())
        await users.consents.collection.updateOne(
          { _id },
          { $set: { at: new Date(at.getTime() - days * 24 * hours) } },
        )
    }
    return { ...made, other, give, withdraw, isGiven, age }
  }

  it('a consent that one guardian withdrew waits for this guardian when the other gives it again', async () => {
    const { p, other, t, give, withdraw, isGiven } = await twoGuardians()
    const { id } = await give(p, 'video', t.userId)
    await withdraw(p, id)
    const again = await give(other, 'video', t.userId)
    expect(again['waitsFor']).toBe('another')
    expect(await isGiven('video')).toBe(false)
    // for every teacher, and repeated: no way around
    expect((await give(other, 'video'))['waitsFor']).toBe('another')
    expect((await give(other, 'video', t.userId)).id).toBe(again.id)
    expect(await isGiven('video')).toBe(false)
    const [event] = await eventsOf('consent.given', String(again.id))
    expect(event).toMatchObject({
      data: { waitsFor: p.userId, by: other.userId },
      personal: { contested: { guardian: { userId: p.userId }, childName: 'Adam' } },
    })
    const seen = dataOf<{ waitsFor: string | null }[]>(await users.call('GET /consents', { as: p }))
    expect(seen.filter(({ waitsFor }) => waitsFor === 'you')).toHaveLength(2)
    expect((await give(p, 'video', t.userId))['waitsFor']).toBeNull()
    expect(await isGiven('video')).toBe(true)
    // the own withdrawal binds the others, never oneself; another purpose is free
    expect((await give(other, 'messages', t.userId))['waitsFor']).toBeNull()
  })

  it('after seven days another guardian gives it again, and the one who withdrew is told', async () => {
    const { p, other, t, give, withdraw, isGiven, age } = await twoGuardians()
    await withdraw(p, (await give(p, 'video', t.userId)).id)
    const waiting = await give(other, 'video', t.userId)
    await age(8)
    // silence is no agreement
    expect(await isGiven('video')).toBe(false)
    const again = await give(other, 'video', t.userId)
    expect(again.id).not.toBe(waiting.id)
    expect(await isGiven('video')).toBe(true)
    const [event] = await eventsOf('consent.given', String(again.id))
    expect(event?.data).not.toHaveProperty('waitsFor')
    expect(event?.personal?.contested?.guardian.userId).toBe(p.userId)
    // it is an ordinary consent, which either guardian withdraws
    await withdraw(p, again.id)
    expect(await isGiven('video')).toBe(false)
  })

  it('a request after a withdrawal waits for the guardian who withdrew, and its row says so', async () => {
    const { p, other, t, childId, withdraw, isGiven } = await twoGuardians()
    const { id } = dataOf(await ask(p, t, { childId }))
    const [connect] = (await users.consents.ofChildren([childId])).filter(
      ({ purpose }) => purpose === 'connect',
    )
    await withdraw(p, connect?._id)
    expect(await read(p, id)).toMatchObject({ status: 'declined' })
    const again = dataOf(await ask(other, t, { childId }))
    expect(again).toMatchObject({ status: 'pending', needs: { guardian: 'waiting' } })
    const [event] = await eventsOf('connection.requested', String(again.id))
    expect(event?.data).toMatchObject({ flags: ['consent-withdrawn'], needs: { guardian: 'waiting' } })
    // also with a second record of the child
    const second = dataOf(await ask(other, t, { childId: await addChild(other) }))
    const [ofSecond] = await eventsOf('connection.requested', String(second.id))
    expect(ofSecond?.data.flags).toEqual(['consent-withdrawn'])
    const refused = await act(other, String(again.id), 'consent')
    expect([refused.status, refused.body['code']]).toEqual([409, 'CONSENT_WITHDRAWN'])
    await act(t, String(again.id), 'accept')
    expect(await read(t, String(again.id))).toMatchObject({ status: 'pending' })
    expect((await act(p, String(again.id), 'consent')).status).toBe(200)
    expect(await read(p, String(again.id))).toMatchObject({ needs: { guardian: 'agreed' } })
    expect(await isGiven('connect')).toBe(true)
  })

  it('a withdrawal binds although its guardian leaves, and beside one that is given at the same moment', async () => {
    const { p, other, t, childId, give, withdraw, isGiven } = await twoGuardians()
    for (let round = 0; round < rounds; round++) {
      const own = await give(p, 'video', t.userId)
      const [, given] = await Promise.all([withdraw(p, own.id), give(other, 'video', t.userId)])
      expect(given.id).toEqual(expect.any(String))
      expect(await isGiven('video')).toBe(false)
    }
    expect((await users.call(`DELETE /children/${childId}`, { as: p })).status).toBe(200)
    await give(other, 'video', t.userId)
    expect(await isGiven('video')).toBe(false)
  })

  it('withdraws the consent to video and gives it again, with an event for lessons each time', async () => {
    const { t, p, childId } = await family()
    const { id } = dataOf(await ask(p, t, { childId }))
    await approve(t, id)
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
    const { id } = dataOf(await ask(p, t, { childId }))
    await approve(t, id)
    const withoutVideo = async () => (await users.connections.find(id))?.videoWithdrawn
    for (const again of [
      () => ask(p, t, { childId, subject: 'physics' }),
      async () => act(p, dataOf(await ask(s, t, { subject: 'arabic' })).id, 'consent'),
    ]) {
      for (const each of await users.consents.ofChildren([childId]))
        if (each.purpose === 'video') await users.call(`DELETE /consents/${each._id}`, { as: p })
      expect(await withoutVideo()).toBe(true)
      const { id: other } = dataOf(await again())
      expect(await withoutVideo()).toBe(false)
      await act(t, other, 'decline')
    }
  })

  it('changes a child’s level: it stays in every later event of the connection', async () => {
    const { t, p, childId } = await family()
    const { id } = dataOf(await ask(p, t, { childId }))
    await approve(t, id)
    const college = { version: 1, educationLevel: 'college', grade: 'college-7' }
    expect((await users.call(`PATCH /children/${childId}`, { as: p, body: college })).status).toBe(200)
    const at = new Date()
    await pauseForAlert(users, randomUUID(), { connectionId: id }, { stoppedAt: at, pausedFor: null })
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
    const { id } = dataOf(await ask(p, t, { childId }))
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
    const { id } = dataOf(await ask(p, t, { childId }))
    const [entry] = (await users.consents.ofChildren([childId])).filter(
      ({ purpose }) => purpose === 'connect',
    )
    if (!entry) throw new Error('no consent')
    // a store without reactions: as if the process stopped after the write
    await createConsentStore(users.connection, users.outbox, async () => undefined).withdraw(
      entry,
      p.userId,
      new Date(),
    )
    await sweep(users, new Date(), new Date(Date.now() - hours))
    expect(await read(p, id)).toMatchObject({ status: 'declined', needs: { guardian: 'refused' } })
  })

  it('after a crash the sweeper applies a guardian’s leave and a corrected year to the connections', async () => {
    const { t, p, childId } = await family()
    const second = await parent()
    await users.children.addGuardian(childId, second.userId)
    const { id } = dataOf(await ask(second, t, { childId }))
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
    expect(dataOf(await give({ teacherId: t.userId })).id).toBe(dataOf(first).id)
    expect(await users.consents.isGiven(childId, 'video', randomUUID())).toBe(false)
    expect((await give({})).body).toMatchObject({ data: { teacherId: null } })
    expect(await users.consents.isGiven(childId, 'video', randomUUID())).toBe(true)
    expect((await give({ childId: randomUUID() })).status).toBe(404)
  })

  it('shares a child by a code that works once and for 48 hours; its connections include the new guardian', async () => {
    const { t, p, childId } = await family()
    const { id } = dataOf(await ask(p, t, { childId }))
    const [other, third] = await Promise.all([parent(), parent()])
    const made = await users.call(`POST /children/${childId}/guardians`, { as: p })
    expect(made.status).toBe(201)
    const { code } = dataOf<{ code: string }>(made)
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
    const wish = dataOf(await ask(other, await teacher(), { childId }))
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
