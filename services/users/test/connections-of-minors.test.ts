import type { Identity } from '@darsi/kit/identity/identity.ts'
import { dataOf, eventually } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { settleParty } from '../src/connections/settle-connections.ts'
import { reviewCareChange } from '../src/families/care-change-commands.ts'
import { inviteRegisteredGuardian } from '../src/families/guardianship.ts'
import { sweep } from '../src/sweeper.ts'
import { connectionCalls } from './connection-calls.ts'
import { phoneOf, worldOfFile } from './world.ts'

const users = await worldOfFile()
const {
  minorWithGuardian,
  teacher,
  adult,
  minor,
  parent,
  ask,
  act,
  read,
  list,
  addChild,
  eventsOf,
  review,
  family,
  tokenMailed,
  approve,
} = connectionCalls(users)

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

    const { id } = dataOf(await ask(s, t))
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
    await approve(t, id)
    expect(await read(t, id)).toMatchObject({ student: { name: 'Amina', minor: true }, contact: null })
  })

  it('mails one address three links a day at most, which leaves other pupils theirs, and twelve from all', async () => {
    const email = 'nobody.of.theirs@example.tn'
    const invite = async (as: Identity) =>
      (await users.call('POST /me/guardian', { as, body: { email } })).status
    for (const pupil of await Promise.all([minor(), minor(), minor(), minor()])) {
      const statuses: number[] = []
      for (let i = 0; i < 4; i++) statuses.push(await invite(pupil))
      expect(statuses).toEqual([200, 200, 200, 429])
    }
    expect(await invite(await minor())).toBe(429)
    // another address is free
    expect(
      (await users.call('POST /me/guardian', { as: await minor(), body: { email: 'x@example.tn' } })).status,
    ).toBe(200)
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
    const older = { token: (await mailed(first?._id))?.token ?? '' }
    expect((await users.call('POST /children/link', { as: p, body: older })).body).toMatchObject({
      code: 'LINK_REPLACED',
    })
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

  it('the mailed link names its learner to anybody who has it, and ends when the receiver does not know the learner', async () => {
    const s = await minor()
    const tell = (step: 'preview' | 'decline', token: string) =>
      users.call(`POST /children/link/${step}`, { body: { token } })
    const invited = async (email: string) => {
      await users.call('POST /me/guardian', { as: s, body: { email } })
      const id = (await users.links.newestOf(s.userId))?._id ?? ''
      const [event] = await users.kafka.published('guardian.invited', id, 1)
      return { id, token: event?.personal.token ?? '' }
    }
    const first = await invited('wrong@example.tn')
    const named = await users.profiles.find(s.userId)
    expect((await tell('preview', first.token)).body).toMatchObject({
      data: { studentName: named?.fullName, sentAt: expect.any(String) },
    })
    expect((await tell('preview', 'unknown')).status).toBe(404)
    const answers = await Promise.all([tell('decline', first.token), tell('decline', first.token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await tell('preview', first.token)).status).toBe(404)
    const late = await users.call('POST /children/link', { as: await parent(), body: { token: first.token } })
    expect(late.status).toBe(404)
    // the learner is not informed
    expect((await users.call('GET /me/guardian', { as: s })).body).toMatchObject({
      data: { state: 'waiting' },
    })
    const second = await invited('other@example.tn')
    await tell('decline', second.token)
    const [one] = await users.kafka.published('guardian.declined', first.id, 1)
    const [two] = await users.kafka.published('guardian.declined', second.id, 1)
    expect([one?.data.earlier, two?.data.earlier]).toEqual([0, 1])

    // a used link, or a further guardian's code, is not declined
    const third = await invited('mother@example.tn')
    const mother = await parent()
    await users.call('POST /children/link', { as: mother, body: { token: third.token } })
    expect((await tell('decline', third.token)).status).toBe(404)
    const childId = (await users.children.ofAccount(s.userId))?._id
    const { code } = dataOf(await users.call(`POST /children/${childId}/guardians`, { as: mother }))
    expect((await tell('preview', String(code))).status).toBe(404)
  })

  it('a telephone number in a request is shown only to the guardian; the second one raises an alert', async () => {
    const [t, s, p] = await Promise.all([teacher(), minor(), parent()])
    await users.call('POST /me/guardian', { as: s, body: { email: 'salma@example.tn' } })
    await users.call('POST /children/link', { as: p, body: { token: await tokenMailed(s) } })
    const { id } = dataOf(await ask(s, t, { message: 'Appelez-moi au 20 123 456' }))
    expect(await read(t, id)).toMatchObject({ message: '' })
    expect(await read(p, id)).toMatchObject({ message: 'Appelez-moi au 20 123 456' })
    const other = dataOf(await ask(s, await teacher(), { message: 'Mon mail : amina@example.tn' }))
    const [alert, ...more] = await users.kafka.published('safety.reported', `held.${other.id}`, 1)
    expect(more).toEqual([])
    expect(await users.reports.collection.countDocuments({ _id: `held.${id}` })).toBe(0)
    expect(alert).toMatchObject({
      data: { reason: 'contact-details', severity: 'medium', aboutUserId: s.userId, guardianIds: [p.userId] },
      personal: { quoted: 'Mon mail : amina@example.tn' },
    })
    expect(alert?.data.threadId).toBeUndefined()
    await act(t, id, 'accept')
    await act(p, id, 'consent')
    await review(id, 'approved')
    await eventually(async () => (await read(t, id))['status'] === 'approved')
    expect(await read(t, id)).toMatchObject({ message: '' })
    expect(await read(t, id)).not.toHaveProperty('held')
    for (const as of [s, p]) expect(await read(as, id)).toMatchObject({ held: true })
    expect((await read(s, id))['actions']).not.toContain('release')
    for (const as of [t, s]) expect((await act(as, id, 'release')).status).toBe(403)
    expect((await act(p, id, 'release')).body['data']).toMatchObject({ actions: ['end'] })
    expect((await act(p, id, 'release')).status).toBe(409)
    const changes = await users.kafka.published('connection.changed', id, 1)
    expect(changes.at(-1)?.data).toMatchObject({ released: true, by: p.userId })
    expect(await read(t, id)).toMatchObject({ message: 'Appelez-moi au 20 123 456' })
    expect(await read(s, id)).not.toHaveProperty('held')
  })

  const profileOf = async (as: Identity) => dataOf(await users.call('GET /me/profile', { as }))
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
    const childId = dataOf(await users.call('POST /children/link', { as: p, body })).id
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
    const { id } = dataOf(await ask(s, t))
    expect(await read(p, id)).toMatchObject({
      needs: { guardian: 'waiting', admin: 'waiting' },
      student: { minor: true },
    })
    const [event] = await eventsOf('connection.requested', id)
    expect(event?.data).toMatchObject({ minor: true, learnerBirthYear: 2011 })
  })

  it('a request as an adult’s ends when the account has a guardian', async () => {
    const { s, t } = await linked()
    const { id } = dataOf(await ask(s, t))
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
    const { id } = dataOf(await ask(s, t))
    await act(t, id, 'accept')
    const waiting = dataOf(await ask(s, await teacher())).id
    expect((await change(s, { birthYear: 2012 })).status).toBe(200)
    expect(await read(s, id)).toMatchObject({ status: 'ended' })
    expect(await read(s, waiting)).toMatchObject({ status: 'declined' })
    expect((await ask(s, t)).body).toMatchObject({ code: 'GUARDIAN_CONSENT_REQUIRED' })
  })

  it('an adult’s new level is published to the open connections once', async () => {
    const [t, s] = await Promise.all([teacher(), adult()])
    const { id } = dataOf(await ask(s, t))
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
    const { id } = dataOf(await ask(p, t, { childId }))
    expect((await change(s, { birthYear: 2011 })).status).toBe(200)
    const [changed] = await eventsOf('connection.changed', id)
    expect(changed?.data).toMatchObject({ learnerBirthYear: 2011, minor: true })
  })

  it('is corrected by the guardian: the account takes the year over, and the connections follow', async () => {
    const { s, p, t, childId } = await linked()
    const { id } = dataOf(await ask(s, t))
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

describe('a child’s year of birth', () => {
  const correct = (p: Identity, childId: string, birthYear: number) =>
    users.call(`PATCH /children/${childId}`, { as: p, body: { version: 1, birthYear } })

  it('that a parent corrects changes open connections and no closed ones', async () => {
    const nine = new Date().getFullYear() - 9
    const { t, p, childId } = await family()
    const over = dataOf(await ask(p, t, { childId, subject: 'physics' })).id
    await act(p, over, 'cancel')
    const { id } = dataOf(await ask(p, t, { childId }))
    expect(await read(p, id)).toMatchObject({ lessons: null })
    await approve(t, id)
    expect(await read(t, id)).toMatchObject({
      lessons: { maxMinutes: 45, parentPresent: false, online: true },
    })
    expect((await correct(p, childId, nine)).status).toBe(200)
    const [changed] = await eventsOf('connection.changed', id)
    expect(changed?.data).toMatchObject({ learnerBirthYear: nine, minor: true })
    expect(await read(t, id)).toMatchObject({ lessons: { maxMinutes: 30, parentPresent: true } })
    expect(await users.connections.find(over)).toMatchObject({ learnerBirthYear: 2015 })
  })

  it('of 18 or more has no parent who asks; with a younger year an administrator looks at the request', async () => {
    const { t, p } = await family()
    const childId = await addChild(p, { birthYear: 2003, educationLevel: 'secondary', grade: '' })
    const refused = await ask(p, t, { childId })
    expect([refused.status, refused.body['code']]).toEqual([403, 'CHILD_OF_AGE'])
    expect((await correct(p, childId, 2013)).status).toBe(200)
    const { id } = dataOf(await ask(p, t, { childId }))
    expect(dataOf(await act(t, id, 'accept'))).toMatchObject({
      status: 'pending',
      needs: { admin: 'waiting' },
    })
  })

  it('whose guardian has the teacher’s telephone makes a flagged request', async () => {
    const [t, other] = [await teacher(), await teacher()]
    const p = await users.account('parent', { phone: phoneOf(t.userId) })
    const childId = await addChild(p)
    const flagsOf = async (whom: Identity) => {
      const { id } = dataOf(await ask(p, whom, { childId }))
      return (await eventsOf('connection.requested', id))[0]?.data.flags
    }
    expect(await flagsOf(t)).toEqual(['same-person'])
    expect(await flagsOf(other)).toEqual([])
  })
})

describe('a second account of the teacher', () => {
  const accept = async (as: Identity, token: unknown) =>
    (await users.call('POST /children/link', { as, body: { token } })).body['data']
  const letIn = async (changeId: string) => {
    const { askedAt } = await eventually(() => users.careChanges.find(changeId))
    const at = new Date()
    await reviewCareChange(users, changeId, { decision: 'approved', by: 'admin', note: 'Seen', askedAt, at })
  }
  const second = (t: Identity) => users.account('parent', { phone: phoneOf(t.userId) })

  it('becomes a guardian by a code only when an administrator agrees', async () => {
    const { t, p, childId } = await family()
    await ask(p, t, { childId })
    const other = await second(t)
    const { code } = dataOf(await users.call(`POST /children/${childId}/guardians`, { as: p }))
    for (let time = 0; time < 2; time++) expect(await accept(other, code)).toBeNull()
    const change = await users.careChanges.collection.findOne({ guardianId: other.userId })
    expect(change).toMatchObject({ status: 'waiting', admin: 'waiting', agreedBy: [p.userId], childId })
    expect((await users.children.byId(childId))?.guardianIds).toEqual([p.userId])
    await letIn(String(change?._id))
    expect((await users.children.byId(childId))?.guardianIds).toEqual([p.userId, other.userId])
  })

  it('becomes a guardian by a mailed link only when an administrator agrees, whoever else has', async () => {
    const { t, s, p } = await minorWithGuardian()
    await ask(s, t)
    const other = await second(t)
    await users.call('POST /me/guardian', { as: s, body: { email: `${other.userId}@example.tn` } })
    const link = { studentId: s.userId, isVoid: false, usedBy: null }
    const { _id } = await eventually(() => users.links.collection.findOne(link))
    expect(
      await accept(other, (await eventsOf('guardian.invited', String(_id)))[0]?.personal.token),
    ).toBeNull()
    const { askedAt } = await eventually(() => users.careChanges.find(String(_id)))
    const body = { askedAt: askedAt.toISOString() }
    expect((await users.call(`POST /children/changes/${_id}/agree`, { as: p, body })).status).toBe(200)
    const guardians = async () => (await users.children.ofAccount(s.userId))?.guardianIds
    expect(await guardians()).toEqual([p.userId])
    await letIn(String(_id))
    expect(await guardians()).toEqual([p.userId, other.userId])
  })
})
