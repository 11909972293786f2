import type { Identity } from '@darsi/kit/identity/identity.ts'
import { dataOf, eventually } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { reviewCareChange } from '../src/families/care-change-commands.ts'
import { transferAdults } from '../src/families/coming-of-age.ts'
import { sweep } from '../src/sweeper.ts'
import { worldOfFile } from './world.ts'

const users = await worldOfFile()

const hours = 3600 * 1000
const year = new Date().getFullYear()
const parent = (fullName = 'Salma Ben Salah') => users.account('parent', { fullName })
const minor = () =>
  users.account('student', {
    fullName: 'Amina Ben Salah',
    roleData: { educationLevel: 'secondary', birthYear: year - 15 },
  })
const children = async (as: Identity) =>
  dataOf<{ id: string; birthYear: number }[]>(await users.call('GET /children', { as }))
const changes = async (as: Identity) =>
  dataOf<{ id: string; kind: string; askedAt: string }[]>(await users.call('GET /children/changes', { as }))
const say = async (as: Identity, id: string, word: 'agree' | 'object') => {
  const askedAt = (await users.careChanges.find(id))?.askedAt.toISOString()
  const body = word === 'agree' ? { askedAt } : undefined
  return users.call(`POST /children/changes/${id}/${word}`, { as, body })
}
const link = (as: Identity, token: string) => users.call('POST /children/link', { as, body: { token } })
const code = async (as: Identity, childId: string) =>
  String(dataOf(await users.call(`POST /children/${childId}/guardians`, { as }))['code'])
/** The newest mailed link. */
const mailed = async (student: Identity, email: string) => {
  // one address gets few links a day
  const own = `${student.userId}-${email}`
  await users.call('POST /me/guardian', { as: student, body: { email: own } })
  const filter = { studentId: student.userId, isVoid: false, usedBy: null }
  const found = await users.links.collection.findOne(filter, { sort: { createdAt: -1 } })
  const [event] = await users.kafka.published('guardian.invited', String(found?._id), 1)
  return { id: String(found?._id), token: event?.personal.token ?? '' }
}
const round = async (ahead = 0) => {
  users.clock.ahead = ahead
  const at = new Date(Date.now() + ahead)
  await sweep(users, at, new Date(at.getTime() - hours))
}
const review = async (id: string, decision: 'approved' | 'declined', sequence = 1) => {
  const change = await users.careChanges.find(id)
  await users.kafka.publish('admin', id, sequence, {
    type: 'care-change.reviewed',
    data: {
      changeId: id,
      decision,
      by: 'admin',
      askedAt: change?.askedAt.toISOString() ?? '',
      at: new Date(Date.now() + users.clock.ahead).toISOString(),
    },
    personal: { note: 'Birth certificate seen' },
  })
  await eventually(async () => (await users.careChanges.find(id))?.admin !== 'waiting')
}
const suspend = async (as: Identity) => {
  await users.kafka.account.suspended({ userId: as.userId, role: as.role })
  await eventually(async () => (await users.profiles.find(as.userId))?.status === 'suspended')
}
const erase = async (as: Identity) => {
  await users.kafka.account.deletionRequested({ userId: as.userId, role: as.role })
  await users.kafka.published('user.erased', as.userId, 1)
}
/** Publishes an ownership proof, as auth does. */
const prove = async (as: Identity, type: 'user.password-changed' | 'user.sessions-ended') => {
  const of = { userId: as.userId, role: as.role }
  const personal = { email: 'x@example.tn', fullName: 'X', language: 'fr' as const }
  await users.kafka.publish(
    'auth',
    as.userId,
    2,
    type === 'user.password-changed'
      ? { type, data: { ...of, how: 'reset' }, personal }
      : { type, data: { ...of, at: new Date().toISOString(), reason: 'owner' } },
  )
  const waiting = { by: as.userId, isVoid: false, usedBy: null }
  await eventually(async () => (await users.links.collection.countDocuments(waiting)) === 0)
}
/** A minor with one guardian, and a link that was mailed to another person. */
const invited = async () => {
  const [s, p, q] = await Promise.all([minor(), parent(), parent('Nour Trabelsi')])
  await link(p, (await mailed(s, 'p@example.tn')).token)
  const [child] = await children(p)
  const { id, token } = await mailed(s, 'q@example.tn')
  return { s, p, q, childId: child?.id ?? '', id, token }
}

describe('a guardian beyond the first', () => {
  it('who comes by the minor’s mail waits for a guardian’s agreement and sees nothing until then', async () => {
    const { s, p, q, childId, id, token } = await invited()
    for (let i = 0; i < 2; i++)
      expect(await link(q, token)).toMatchObject({ status: 200, body: { data: null } })
    expect(await children(q)).toEqual([])
    expect(await changes(q)).toEqual([])
    expect((await say(q, id, 'agree')).status).toBe(404)
    expect(await changes(p)).toMatchObject([
      { id, kind: 'guardian', childId, person: 'Nour Trabelsi', actions: ['agree', 'object'] },
    ])
    const [asked, ...more] = await users.kafka.published('care-change.requested', id, 1)
    expect(more).toEqual([])
    expect(asked).toMatchObject({
      data: { kind: 'guardian', guardianId: q.userId, guardianIds: [p.userId], admin: 'none' },
      personal: { childName: 'Amina', candidate: { fullName: 'Nour Trabelsi' } },
    })
    expect((await say(p, id, 'agree')).status).toBe(200)
    expect(await children(q)).toMatchObject([{ id: childId }])
    expect((await say(p, id, 'object')).status).toBe(409)
    const [, joined] = await users.kafka.published('guardian.joined', childId, 2)
    expect(joined).toMatchObject({
      data: { guardianId: q.userId, accountId: s.userId },
      personal: { guardianName: 'Nour Trabelsi', guardians: [{ userId: p.userId }, { userId: q.userId }] },
    })
  })

  it('who looks like the learner to the admin service waits for an administrator, by link and by code', async () => {
    const [s, p, first, second] = await Promise.all([
      minor(),
      parent(),
      parent('A. B. Salah'),
      parent('Aminah'),
    ])
    const alike = async (guardian: Identity) => {
      const [userId = '', other = ''] = [s.userId, guardian.userId].sort()
      const pairId = `${userId}.${other}`
      await users.kafka.publish('admin', pairId, 1, {
        type: 'duplicate.found',
        data: { pairId, userId, other, by: '', at: new Date().toISOString() },
      })
      await eventually(() => users.careChanges.lookAlikes.hasPair(guardian.userId, [s.userId]))
    }
    await alike(first)
    // even as the first guardian, by the mailed link
    expect(await link(first, (await mailed(s, 'a@example.tn')).token)).toMatchObject({ body: { data: null } })
    expect(await children(first)).toEqual([])
    await link(p, (await mailed(s, 'p@example.tn')).token)
    await eventually(async () => (await children(p)).length === 1)
    const childId = (await children(p))[0]?.id ?? ''
    await alike(second)
    const given = await code(p, childId)
    expect(await link(second, given)).toMatchObject({ status: 200, body: { data: null } })
    expect(await children(second)).toEqual([])
    const asked = await users.careChanges.collection.findOne({ guardianId: second.userId })
    expect(asked).toMatchObject({ status: 'waiting', admin: 'waiting' })
    await review(asked?._id ?? '', 'approved')
    await eventually(async () => (await children(second)).length === 1)
  })

  it('who was refused does not come by the same link', async () => {
    const { p, q, id, token } = await invited()
    await link(q, token)
    expect((await say(p, id, 'object')).status).toBe(200)
    expect((await link(q, token)).body).toMatchObject({ code: 'GUARDIAN_LINK_INVALID' })
    expect(await children(q)).toEqual([])
  })

  it('comes at once by a guardian’s code, but not of one who was suspended', async () => {
    const [p, q, r] = await Promise.all([parent(), parent('Nour Trabelsi'), parent()])
    const body = { firstName: 'Adam', birthYear: year - 11, educationLevel: 'primary' }
    const childId = dataOf(await users.call('POST /children', { as: p, body })).id
    const [first, second] = [await code(p, childId), await code(p, childId)]
    expect((await link(q, first)).body).toMatchObject({ data: { id: childId } })
    const [, joined] = await users.kafka.published('guardian.joined', childId, 2)
    expect(joined?.data).toMatchObject({ guardianId: q.userId })
    await suspend(p)
    expect((await link(r, second)).status).toBe(404)
  })

  it('does not come by a code or link of before a proof of who owns the account', async () => {
    const [p, q, s] = await Promise.all([parent(), parent('Nour Trabelsi'), minor()])
    const body = { firstName: 'Adam', birthYear: year - 11, educationLevel: 'primary' }
    const childId = dataOf(await users.call('POST /children', { as: p, body })).id
    const stolen = { code: await code(p, childId), token: (await mailed(s, 'q@example.tn')).token }
    await prove(p, 'user.password-changed')
    await prove(s, 'user.sessions-ended')
    expect((await link(q, stolen.code)).body).toMatchObject({ code: 'GUARDIAN_LINK_INVALID' })
    expect((await link(q, stolen.token)).body).toMatchObject({ code: 'GUARDIAN_LINK_INVALID' })
    expect(await children(q)).toEqual([])
    // codes that the owner creates afterwards stay valid, also when the event is repeated
    const own = await code(p, childId)
    await users.links.voidUnused(p.userId, new Date(Date.now() - hours))
    expect((await link(q, own)).body).toMatchObject({ data: { id: childId } })
  })

  it('waits for an administrator where the only guardian is suspended, or left', async () => {
    const [one, other] = await Promise.all([invited(), invited()])
    await link(one.q, one.token)
    await suspend(one.p)
    await round()
    expect(await users.careChanges.find(one.id)).toMatchObject({ status: 'waiting', admin: 'waiting' })
    await review(one.id, 'approved')
    await eventually(async () => (await children(one.q)).length === 1)

    await users.call(`DELETE /children/${other.childId}`, { as: other.p })
    const left = await users.kafka.published('guardian.left', other.childId, 1)
    const gone = { guardianId: other.p.userId, guardianIds: [], accountId: other.s.userId }
    expect(left).toMatchObject([{ data: gone }])
    // without any guardian left, a new one is still not the first
    expect((await link(other.q, other.token)).body).toMatchObject({ data: null })
    expect(await children(other.q)).toEqual([])
    expect(await users.careChanges.find(other.id)).toMatchObject({ admin: 'waiting' })
    await review(other.id, 'approved')
    await eventually(async () => (await children(other.q)).length === 1)
    // a guardian who left cannot return by a code of before
    expect((await link(other.p, other.token)).status).toBe(404)
  })

  it('of two who accept at once the first is one, and the other waits', async () => {
    const [s, p, q] = await Promise.all([minor(), parent(), parent()])
    const first = await mailed(s, 'p@example.tn')
    // simulates the moment before the second mail voids the first link
    const second = await mailed(s, 'q@example.tn')
    await users.links.collection.updateOne({ _id: first.id }, { $set: { isVoid: false } })
    const answers = await Promise.all([link(p, first.token), link(q, second.token)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.filter(({ body }) => body['data'] === null)).toHaveLength(1)
    expect((await users.children.collection.find({ accountId: s.userId }).toArray()).length).toBe(1)
  })

  it('of whom two are let in at the same moment, after all others left, shares one child with the other', async () => {
    const { s, p, q, childId, id, token } = await invited()
    const r = await parent()
    await link(q, token)
    const other = await mailed(s, 'r@example.tn')
    await link(r, other.token)
    await users.call(`DELETE /children/${childId}`, { as: p })
    await round()
    const letIn = async (changeId: string) => {
      const { askedAt = new Date() } = (await users.careChanges.find(changeId)) ?? {}
      const at = new Date(Date.now() + users.clock.ahead)
      await reviewCareChange(users, changeId, { decision: 'approved', by: 'admin', note: '', askedAt, at })
    }
    await Promise.all([id, other.id].map(letIn))
    const found = await users.children.collection.find({ accountId: s.userId }).toArray()
    expect(found.map(({ guardianIds }) => guardianIds.toSorted())).toEqual([[q.userId, r.userId].sort()])
  })

  it('of an account that is erased meanwhile is closed', async () => {
    const { p, q, id, token } = await invited()
    await link(q, token)
    await erase(q)
    await eventually(async () => (await users.careChanges.find(id))?.status === 'withdrawn')
    expect(await changes(p)).toEqual([])
  })
})

describe('the link that a minor mailed', () => {
  const stateOf = async (as: Identity) => dataOf(await users.call('GET /me/guardian', { as }))['state']

  it('is used only while the guardian who accepted it is one', async () => {
    const [s, p] = await Promise.all([minor(), parent()])
    await link(p, (await mailed(s, 'p@example.tn')).token)
    expect(await stateOf(s)).toBe('used')
    await erase(p)
    expect(await stateOf(s)).toBe('expired')
  })

  it('is used while an administrator decides about the new guardian, and not after a refusal', async () => {
    const { s, p, q, childId, id, token } = await invited()
    await users.call(`DELETE /children/${childId}`, { as: p })
    await link(q, token)
    expect(await stateOf(s)).toBe('used')
    await review(id, 'declined')
    expect(await stateOf(s)).toBe('expired')
  })
})

describe('another year of birth', () => {
  const family = async () => {
    const [p, q] = await Promise.all([parent(), parent('Nour Trabelsi')])
    const body = { firstName: 'Adam', birthYear: year - 9, educationLevel: 'secondary' }
    const childId = dataOf(await users.call('POST /children', { as: p, body })).id
    await link(q, await code(p, childId))
    return { p, q, childId, id: `age-${childId}` }
  }
  const edit = async (as: Identity, childId: string, birthYear: number) => {
    const version = (await users.children.byId(childId))?.version
    return users.call(`PATCH /children/${childId}`, { as, body: { version, birthYear } })
  }
  const bornOf = async (childId: string) => (await users.children.byId(childId))?.birthYear

  it('across 18 waits for every guardian, an administrator and 72 hours; until then the old one counts', async () => {
    const { p, q, childId, id } = await family()
    const t = await users.account('teacher')
    const asked = await users.call('POST /connections', {
      as: p,
      body: { teacherId: t.userId, subject: 'mathematics', childId },
    })
    expect((await edit(p, childId, year - 20)).body).toMatchObject({ data: { birthYear: year - 9 } })
    expect(await changes(q)).toMatchObject([
      { id, kind: 'age', from: year - 9, to: year - 20, actions: ['agree', 'object'] },
    ])
    expect(await changes(p)).toMatchObject([{ waitingFor: ['Nour Trabelsi'], actions: ['object'] }])
    await review(id, 'approved')
    await round(73 * hours)
    expect(await bornOf(childId)).toBe(year - 9)
    expect(await users.connections.find(dataOf(asked).id)).toMatchObject({
      learnerBirthYear: year - 9,
      minor: true,
    })
    expect((await say(q, id, 'agree')).status).toBe(200)
    expect(await bornOf(childId)).toBe(year - 20)
    const [closed] = await users.kafka.published('care-change.closed', id, 1)
    expect(closed).toMatchObject({
      data: { status: 'applied', movedBy: q.userId },
      personal: { to: year - 20 },
    })
  })

  it('is refused for all by one objection, and can then be requested again', async () => {
    const { p, q, childId, id } = await family()
    await edit(p, childId, year - 12)
    expect((await say(q, id, 'object')).status).toBe(200)
    expect((await say(p, id, 'agree')).status).toBe(409)
    await round(100 * hours)
    expect(await bornOf(childId)).toBe(year - 9)
    users.clock.ahead = 0
    await edit(p, childId, year - 12)
    expect(await users.careChanges.find(id)).toMatchObject({ status: 'waiting', agreedBy: [p.userId] })
    // the other guardian enters the same year
    await edit(q, childId, year - 12)
    expect(await users.careChanges.find(id)).toMatchObject({ agreedBy: [p.userId, q.userId] })
  })

  it('that was requested again does not count agreements to the first request', async () => {
    const { p, q, childId, id } = await family()
    await edit(p, childId, year - 12)
    const [read] = await changes(q)
    users.clock.ahead = 1000
    expect((await edit(p, childId, year - 20)).status).toBe(200)
    const askedAt = read?.askedAt
    const late = await users.call(`POST /children/changes/${id}/agree`, { as: q, body: { askedAt } })
    expect(late).toMatchObject({ status: 409, body: { code: 'CARE_CHANGE_DECIDED' } })
    expect(await users.careChanges.find(id)).toMatchObject({ status: 'waiting', agreedBy: [p.userId] })
    expect((await say(q, id, 'agree')).status).toBe(200)
  })

  it('also needs a guardian who joined meanwhile; a younger age counts at once and closes the waiting change', async () => {
    const { p, q, childId, id } = await family()
    await edit(p, childId, year - 12)
    await say(q, id, 'agree')
    await review(id, 'approved')
    const r = await parent()
    await link(r, await code(p, childId))
    await round(80 * hours)
    expect(await bornOf(childId)).toBe(year - 9)
    users.clock.ahead = 0
    // a guardian saves the form without a change of the year
    expect((await edit(q, childId, year - 9)).status).toBe(200)
    expect(await users.careChanges.find(id)).toMatchObject({ status: 'waiting' })
    expect((await edit(q, childId, year - 8)).body).toMatchObject({ data: { birthYear: year - 8 } })
    expect(await users.careChanges.find(id)).toMatchObject({ status: 'withdrawn', fields: null })
    expect((await say(r, id, 'agree')).status).toBe(409)
  })

  it('of a registered child without a level is applied', async () => {
    const p = await users.account('parent', { roleData: { childName: 'Adam', childAge: 9 } })
    await eventually(async () => (await children(p)).length === 1)
    const [child] = await children(p)
    const id = `age-${child?.id}`
    await edit(p, child?.id ?? '', year - 20)
    await review(id, 'approved')
    await round(73 * hours)
    expect(await users.children.byId(child?.id ?? '')).toMatchObject({
      birthYear: year - 20,
      educationLevel: '',
    })
    expect(await users.careChanges.find(id)).toMatchObject({ status: 'applied', fields: null })
  })

  it('keeps a level and grade that a guardian saved while it waited', async () => {
    const { p, q, childId, id } = await family()
    await edit(p, childId, year - 12)
    const { version } = (await users.children.byId(childId)) ?? {}
    const grade = { educationLevel: 'college', grade: 'college-9' }
    const body = { version, birthYear: year - 9, ...grade }
    expect((await users.call(`PATCH /children/${childId}`, { as: p, body })).status).toBe(200)
    await say(q, id, 'agree')
    await review(id, 'approved')
    await round(73 * hours)
    expect(await users.children.byId(childId)).toMatchObject({ birthYear: year - 12, ...grade })
  })

  it('that fails to apply stops no other one', async () => {
    const [broken, other] = await Promise.all([family(), family()])
    for (const { p, q, childId, id } of [broken, other]) {
      await edit(p, childId, year - 12)
      await say(q, id, 'agree')
      await review(id, 'approved')
    }
    users.clock.ahead = 73 * hours
    const correctAge: typeof users.children.correctAge = async (childId, ...others) => {
      if (childId === broken.childId) throw new Error('broken')
      return users.children.correctAge(childId, ...others)
    }
    const at = users.now()
    await sweep({ ...users, children: { ...users.children, correctAge } }, at, at)
    expect(await bornOf(broken.childId)).toBe(year - 9)
    expect(await bornOf(other.childId)).toBe(year - 12)
    await round(73 * hours)
    expect(await bornOf(broken.childId)).toBe(year - 12)
  })

  it('of a learner’s account waits too; after a crash the sweeper applies the decided change once', async () => {
    const { s, p, childId } = await invited()
    const id = `age-${childId}`
    await edit(p, childId, year - 21)
    expect(await users.profiles.find(s.userId)).toMatchObject({ roleData: { birthYear: year - 15 } })
    await review(id, 'approved')
    await users.careChanges.collection.updateOne({ _id: id }, { $set: { notBefore: new Date(0) } })
    // decided, then the process died
    const change = { status: 'applied' as const, decidedAt: new Date() }
    await users.careChanges.collection.updateOne({ _id: id }, { $set: change })
    await Promise.all([round(), round()])
    await Promise.all([transferAdults(users), transferAdults(users)])
    await round()
    expect(await users.profiles.find(s.userId)).toMatchObject({ roleData: { birthYear: year - 21 } })
    expect(await users.careChanges.find(id)).toMatchObject({ status: 'applied', fields: null })
    expect((await users.children.byId(childId)) === null).toBe(true)
  })

  it('cannot be entered by a learner whose guardians left', async () => {
    const s = await users.account('student', { roleData: { educationLevel: 'other' } })
    const p = await parent()
    await link(p, (await mailed(s, 'p@example.tn')).token)
    const [child] = await children(p)
    await users.call(`DELETE /children/${child?.id}`, { as: p })
    const { version } = dataOf(await users.call('GET /me/profile', { as: s }))
    const body = { version, roleData: { birthYear: year - 30 } }
    expect((await users.call('PATCH /me/profile', { as: s, body })).body).toMatchObject({
      code: 'MINOR_FIXED',
    })
  })
})

describe('an unknown age', () => {
  it('is entered before the first request, and an adult’s needs no guardian', async () => {
    const [s, t] = await Promise.all([
      users.account('student', { roleData: { educationLevel: 'other' } }),
      users.account('teacher'),
    ])
    const ask = () =>
      users.call('POST /connections', { as: s, body: { teacherId: t.userId, subject: 'mathematics' } })
    expect(await ask()).toMatchObject({ status: 403, body: { code: 'BIRTH_YEAR_REQUIRED' } })
    const { version } = dataOf(await users.call('GET /me/profile', { as: s }))
    await users.call('PATCH /me/profile', { as: s, body: { version, roleData: { birthYear: year - 30 } } })
    expect(await ask()).toMatchObject({ status: 201, body: { data: { needs: { guardian: 'none' } } } })
  })
})
