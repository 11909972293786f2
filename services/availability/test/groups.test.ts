import { randomUUID } from 'node:crypto'
import type { GroupHour } from '@darsi/contracts/calls/availability/groups-api.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { suspensionOf } from '@darsi/kit/testing/account-events.ts'
import { dataOf, eventually, someone, type TestAnswer } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it, jest } from '@jest/globals'
import { seatOf } from '../src/bookings/booking.ts'
import { feedOf } from '../src/calendar/feed.ts'
import { cancelGroupsOf } from '../src/groups/cancel-group.ts'
import { decideGroups } from '../src/groups/decide-groups.ts'
import { book, connect, lessonsOf, offer, pair, publishListed, worldOfFile } from './world.ts'

const monday = '2026-11-23'
const link = 'https://meet.jit.si/group-room'
const { world, clock } = await worldOfFile()

const groupOf = ({ body }: TestAnswer) => dataOf<GroupHour>({ body })
const groupsOf = ({ body }: TestAnswer) => body['data'] as GroupHour[]
const refusedWith = (status: number, code: string) => ({ status, body: { code } })
const post = (as: Identity, path: string, body?: object) =>
  world.call(`POST ${path}`, { as, ...(body && { body }) })
const wish = {
  ...{ subject: 'mathematics', level: 'secondary', topic: 'Limits', date: monday, hour: 16 },
  audience: 'adults',
  ...{ durationMinutes: 60, type: 'online', meetingLink: link, price: 15, capacity: 3 },
}
const secondary = { level: 'secondary' } as const
const childOf15 = { ...secondary, birthYear: 2011, minor: true, isChild: true }
const pupil = { ...childOf15, isChild: false, withGuardian: true }
const forMinors = { audience: 'minors' } as const

async function listedTeacher() {
  const teacher = someone('teacher')
  await publishListed(world, teacher, ['online', 'group'])
  await eventually(() => world.parts.parties.isVisibleTo(teacher.userId, 'anybody'))
  await offer(world, teacher)
  return teacher
}
async function offered(more: object = {}) {
  const teacher = await listedTeacher()
  const answer = await post(teacher, '/groups', { ...wish, ...more })
  expect(answer).toMatchObject({ status: 201 })
  const { id } = groupOf(answer)
  const learners = (count: number, learner: Parameters<typeof connect>[1] = secondary) =>
    Promise.all(Array.from({ length: count }, () => connect(world, learner, teacher)))
  return { teacher, id, learners }
}
const join = (as: Identity, id: string, connectionId: string, more: object = {}) =>
  post(as, `/groups/${id}/seats`, { connectionId, ...more })
const seenBy = async (as: Identity, id: string) =>
  groupsOf(await world.call('GET /groups', { as })).find((group) => group.id === id)
const upcoming = async (as: Identity) => lessonsOf(await world.call('GET /sessions?status=upcoming', { as }))
const isFree = async (teacher: Identity, week = 1) => {
  const { body } = await world.call(`GET /availability/teachers/${teacher.userId}?week=${week}`, {
    as: teacher,
  })
  const { free } = dataOf<{ free: { date: string; hour: number }[] }>({ body })
  return free.some((each) => each.date === monday && each.hour === 16)
}

describe('a teacher', () => {
  it('offers a group hour once approved, with the session type in the profile, a day before, on a free hour', async () => {
    const stranger = someone('teacher')
    expect(await post(stranger, '/groups', wish)).toMatchObject(refusedWith(403, 'TEACHER_NOT_APPROVED'))
    await publishListed(world, stranger)
    await eventually(() => world.parts.parties.isApprovedTeacher(stranger.userId))
    expect(await post(stranger, '/groups', wish)).toMatchObject(refusedWith(403, 'GROUP_NOT_OFFERED'))
    const teacher = await listedTeacher()
    const tries = [
      [{ date: '2026-11-20', hour: 10 }, 400, 'GROUP_TOO_SOON'],
      [{ hour: 13 }, 409, 'SLOT_NOT_OFFERED'],
      [{ meetingLink: 'https://meet.example.tn/a' }, 400, 'MEETING_LINK_INVALID'],
      [{ type: 'faceToFace', place: ' ' }, 400, 'PLACE_REQUIRED'],
      [{ topic: 'Call 20 123 456' }, 400, 'CONTACT_DETAILS_REFUSED'],
      [{ capacity: 7 }, 400, 'BODY_INVALID'],
    ] as const
    for (const [more, status, code] of tries)
      expect(await post(teacher, '/groups', { ...wish, ...more })).toMatchObject(refusedWith(status, code))
    const answers = await Promise.all([1, 2, 3].map(() => post(teacher, '/groups', wish)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await isFree(teacher)).toBe(false)
  })

  it.each([
    ['before the booking is stored', () => jest.spyOn(world.parts.bookingStore, 'commit')],
    ['before the group is written', () => jest.spyOn(world.parts.groups, 'insert')],
    ['after the group is written', () => jest.spyOn(world.parts.bookingStore, 'close')],
  ])('who repeats a call that failed %s offers one group', async (_, step) => {
    const teacher = await listedTeacher()
    const headers = { 'idempotency-key': randomUUID() }
    const call = () => world.call('POST /groups', { as: teacher, headers, body: wish })
    const failing = step().mockRejectedValueOnce(new Error('not primary'))
    expect((await call()).status).toBe(500)
    failing.mockRestore()
    const again = await call()
    expect(again.status).toBe(201)
    expect(groupOf(await call()).id).toBe(groupOf(again).id)
    expect(groupsOf(await world.call('GET /groups', { as: teacher }))).toHaveLength(1)
  })

  it('sees first names, and cancels for everybody', async () => {
    const { teacher, id, learners } = await offered(forMinors)
    const pupils = await learners(2, pupil)
    const child = await connect(world, childOf15, teacher)
    for (const { parent, connectionId } of pupils)
      expect(await join(parent, id, connectionId)).toMatchObject({ status: 201 })
    expect(await join(child.parent, id, child.connectionId)).toMatchObject({ status: 201 })
    const seen = await seenBy(teacher, id)
    expect(seen).toMatchObject({ taken: 3, isConfirmed: true, seats: [], canCancel: true })
    expect(seen?.learners.map(({ name }) => name).sort()).toEqual(['Adam', 'Student', 'Student'])
    const others = await seenBy(child.parent, id)
    expect(others).toMatchObject({ taken: 3, learners: [], seats: [{ name: 'Adam', status: 'upcoming' }] })
    expect(JSON.stringify(others)).not.toContain('Student')
    expect(await upcoming(teacher)).toHaveLength(3)
    expect(await feedOf(world.parts, child.parent.userId)).toContain(link)

    expect(await post(child.parent, `/groups/${id}/cancel`)).toMatchObject({ status: 403 })
    expect(await post(await listedTeacher(), `/groups/${id}/cancel`)).toMatchObject({ status: 404 })
    expect(await post(teacher, `/groups/${id}/cancel`)).toMatchObject({ status: 200 })
    expect(await upcoming(teacher)).toEqual([])
    const [gone] = lessonsOf(await world.call('GET /sessions?status=cancelled', { as: child.parent }))
    expect(gone).toMatchObject({ reason: 'The teacher cancelled the group lesson.' })
    expect(await isFree(teacher)).toBe(true)
    expect(await seenBy(teacher, id)).toBeUndefined()
    expect(await post(teacher, `/groups/${id}/cancel`)).toMatchObject(refusedWith(409, 'SESSION_STATE'))
  })
})

describe('an online group without a link', () => {
  it('meets in the classroom: each seat leads there, and its events say that the room is shared', async () => {
    const { id, learners } = await offered({ meetingLink: '' })
    const [own] = await learners(1)
    if (!own) throw new Error('no learner')
    expect(await join(own.student, id, own.connectionId)).toMatchObject({ status: 201 })
    const [lesson] = await upcoming(own.student)
    expect(lesson?.meetingLink).toContain(`/classroom/${lesson?.id}`)
    const [event] = await world.kafka.published('session.booked', lesson?.id ?? '', 1)
    expect(event?.data).toMatchObject({ group: { groupId: id, inClassroom: true } })
  })
})

describe('a learner', () => {
  it('joins with an approved connection of this subject and level only, and has one seat', async () => {
    const { teacher, id, learners } = await offered()
    const [own] = await learners(1)
    if (!own) throw new Error('no learner')
    const stranger = await connect(world, secondary)
    expect(await join(stranger.student, id, stranger.connectionId)).toMatchObject({ status: 404 })
    expect(await join(stranger.student, id, own.connectionId)).toMatchObject({ status: 404 })
    expect(await seenBy(stranger.student, id)).toBeUndefined()
    const college = await connect(world, { level: 'college' }, teacher)
    expect(await join(college.student, id, college.connectionId)).toMatchObject(
      refusedWith(409, 'GROUP_LEVEL'),
    )
    const answers = await Promise.all([1, 2, 3].map(() => join(own.student, id, own.connectionId)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await upcoming(own.student)).toMatchObject([
      { group: { id, price: 15 }, meetingLink: link, canReschedule: false, canCancel: true },
    ])
    expect(await join(own.student, id, own.connectionId)).toMatchObject(refusedWith(409, 'GROUP_JOINED'))
    // nobody has two lessons at once
    const other = await pair(world, secondary, someone('teacher'), own.student)
    const twice = { connectionId: other.connectionId, date: monday, hour: 16 }
    expect(await book(world, own.student, twice)).toMatchObject(refusedWith(409, 'SLOT_TAKEN'))
  })

  it('who is busy then gets no seat, and takes none from others', async () => {
    const { id, learners } = await offered({ capacity: 2 })
    const [busy, b, c] = await learners(3)
    if (!busy || !b || !c) throw new Error('no learners')
    const other = await pair(world, secondary, someone('teacher'), busy.student)
    await book(world, busy.student, { connectionId: other.connectionId, date: monday, hour: 16 })
    expect(await join(busy.student, id, busy.connectionId)).toMatchObject(refusedWith(409, 'SLOT_TAKEN'))
    for (const one of [b, c]) expect((await join(one.student, id, one.connectionId)).status).toBe(201)
  })

  it('of eight who want two seats at once two get one; who leaves makes room', async () => {
    const { teacher, id, learners } = await offered({ capacity: 2 })
    const all = await learners(8)
    const answers = await Promise.all(all.map(({ student, connectionId }) => join(student, id, connectionId)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
    expect(await seenBy(teacher, id)).toMatchObject({ taken: 2 })
    const won = all.find((_, index) => answers[index]?.status === 201)
    const lost = all.find((_, index) => answers[index]?.status === 409)
    if (!won || !lost) throw new Error('nobody')
    const [seat] = await upcoming(won.student)
    expect(await post(won.student, `/sessions/${seat?.id}/cancel`, { reason: 'Ill' })).toMatchObject({
      status: 200,
    })
    expect(await join(lost.student, id, lost.connectionId)).toMatchObject({ status: 201 })
    clock.now = new Date('2026-11-23T11:30:00Z')
    expect(await join(won.student, id, won.connectionId)).toMatchObject(refusedWith(409, 'GROUP_CLOSED'))
  }, 60_000)
})

describe('a minor', () => {
  it('needs a guardian: an own wish keeps the seat until the guardian agrees', async () => {
    const { teacher, id } = await offered(forMinors)
    const minor = await connect(world, pupil, teacher)
    expect(await join(minor.student, id, minor.connectionId)).toMatchObject({
      status: 201,
      body: { data: { taken: 1, isConfirmed: false } },
    })
    const [seat] = await upcoming(minor.parent)
    expect(seat).toMatchObject({ status: 'proposed', canAnswer: true })
    // the guardian decides who else may be there
    expect(seat?.group).toMatchObject({ audience: 'minors', level: 'secondary', capacity: 3 })
    const [event] = await world.kafka.published('session.proposed', seat?.id ?? '', 1)
    expect(event?.data).toMatchObject({ group: { audience: 'minors', level: 'secondary', capacity: 3 } })
    await post(minor.parent, `/sessions/${seat?.id}/answer`, { agreed: true })
    expect((await upcoming(minor.student))[0]).toMatchObject({ status: 'upcoming' })
  })

  it('who is too young for the length is refused with the limit; up to ten a parent is present', async () => {
    const { teacher, id } = await offered({ ...forMinors, level: 'primary', durationMinutes: 45 })
    const young = { level: 'primary', minor: true, isChild: true } as const
    const ten = await connect(world, { ...young, birthYear: 2016 }, teacher)
    expect(await join(ten.parent, id, ten.connectionId, { parentPresent: true })).toMatchObject({
      body: { code: 'LESSON_TOO_LONG', message: expect.stringContaining('30') },
    })
    expect((await seenBy(ten.parent, id))?.choices).toMatchObject([
      { name: 'Adam', presenceNeeded: true, refusal: expect.stringContaining('30') },
    ])
    const offer = { ...wish, ...forMinors, hour: 17, level: 'primary', durationMinutes: 30 }
    const short = await post(teacher, '/groups', offer)
    const { id: other } = groupOf(short)
    expect(await join(ten.parent, other, ten.connectionId)).toMatchObject(refusedWith(400, 'PARENT_PRESENCE'))
    expect(await join(ten.parent, other, ten.connectionId, { parentPresent: true })).toMatchObject({
      status: 201,
    })
  })

  it('loses the seat with the consent to video, the connection or the account', async () => {
    const { teacher, id } = await offered(forMinors)
    const account = await connect(world, pupil, teacher)
    const child = await connect(world, childOf15, teacher)
    const other = await connect(world, childOf15, teacher)
    for (const { parent, connectionId } of [account, child, other]) await join(parent, id, connectionId)
    expect((await seenBy(teacher, id))?.taken).toBe(3)
    await child.publishChange('approved', 'changed', { videoWithdrawn: true })
    await eventually(async () => (await seenBy(teacher, id))?.taken === 2)
    expect(await join(child.parent, id, child.connectionId)).toMatchObject(
      refusedWith(403, 'VIDEO_CONSENT_MISSING'),
    )
    await other.publishChange('ended', 'ended')
    await eventually(async () => (await seenBy(teacher, id))?.taken === 1)
    await erase(account.student)
    await eventually(async () => (await seenBy(teacher, id))?.taken === 0)
  })

  it('whom an administrator keeps apart from the teacher after an alert loses the seat and gets no other', async () => {
    const { teacher, id } = await offered(forMinors)
    const { id: other } = groupOf(await post(teacher, '/groups', { ...wish, ...forMinors, hour: 18 }))
    const excluded = await connect(world, pupil, teacher)
    const { parent, student, connectionId, publishChange } = excluded
    const taken = async () => (await seenBy(teacher, id))?.taken
    expect(await join(parent, id, connectionId)).toMatchObject({ status: 201 })
    await publishChange('suspended', 'suspended')
    expect(await join(parent, other, connectionId)).toMatchObject(refusedWith(409, 'CONNECTION_PAUSED'))
    expect(await taken()).toBe(1)
    await publishChange('ended', 'ended')
    await eventually(async () => (await taken()) === 0)
    // another connection that the exclusion covers: users declines it before it opens
    const again = await connect(world, pupil, teacher, student)
    await again.publishChange('declined', 'ended')
    for (const [who, connection] of [
      [parent, connectionId],
      [student, connectionId],
      [student, again.connectionId],
    ] as const)
      for (const group of [id, other])
        expect((await join(who, group, connection)).status).toBeGreaterThanOrEqual(400)
    expect([await taken(), (await seenBy(teacher, other))?.taken]).toEqual([0, 0])
    expect(await seenBy(parent, other)).toBeUndefined()
  })
})

describe('no adult learner shares a room with minors:', () => {
  it('each group hour is for one of them, also when both want a seat at once', async () => {
    const { teacher, id, learners } = await offered(forMinors)
    const adults = await learners(3)
    const pupils = await learners(2, pupil)
    const answers = await Promise.all([
      ...adults.map(({ student, connectionId }) => join(student, id, connectionId)),
      ...pupils.map(({ parent, connectionId }) => join(parent, id, connectionId)),
    ])
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 201, 201])
    expect(answers[0]).toMatchObject(refusedWith(409, 'GROUP_MINORS'))
    expect(await seenBy(teacher, id)).toMatchObject({ taken: 2, audience: 'minors' })
    const [own] = pupils
    const other = groupOf(await post(teacher, '/groups', { ...wish, hour: 17 }))
    if (!own) throw new Error('no learner')
    expect(await join(own.parent, other.id, own.connectionId)).toMatchObject(refusedWith(409, 'GROUP_ADULTS'))
    expect((await seenBy(own.parent, other.id))?.choices).toMatchObject([
      { refusal: 'This group lesson is for adults' },
    ])
  })

  it('a learner who turns out to be an adult, a minor, or of another level loses the seat', async () => {
    const { teacher, id } = await offered(forMinors)
    const [grown, moved] = [await connect(world, pupil, teacher), await connect(world, pupil, teacher)]
    for (const { parent, connectionId } of [grown, moved]) await join(parent, id, connectionId)
    await grown.publishChange('approved', 'changed', { minor: false, guardians: [] })
    await eventually(async () => (await seenBy(teacher, id))?.taken === 1)
    await moved.publishChange('approved', 'changed', { learnerLevel: 'college' })
    await eventually(async () => (await seenBy(teacher, id))?.taken === 0)
    const [lost] = lessonsOf(await world.call('GET /sessions?status=cancelled', { as: moved.parent }))
    expect(lost?.reason).toBe('This group lesson is for learners of another age or level.')

    const adults = groupOf(await post(teacher, '/groups', { ...wish, hour: 17 }))
    const young = await connect(world, secondary, teacher)
    expect((await join(young.student, adults.id, young.connectionId)).status).toBe(201)
    await young.publishChange('approved', 'changed', { minor: true, learnerBirthYear: 2011 })
    await eventually(async () => (await seenBy(teacher, adults.id))?.taken === 0)
  })
})

const decisionOn = ({ userId }: Identity) => ({
  data: { userId, role: 'teacher' as const, at: clock.now.toISOString(), by: 'root' },
  personal: { email: 't@example.tn', fullName: 'T', language: 'fr' as const },
})
const suspended = (teacher: Identity) => suspensionOf(decisionOn(teacher).data)
const erase = ({ userId, role }: Identity) =>
  world.kafka.account.deletionRequested({
    userId,
    role,
    at: clock.now.toISOString(),
    by: userId,
    sequence: 2,
  })

describe('the clock', () => {
  it('warns a day before, and cancels with fewer than two learners; with two it takes place', async () => {
    const small = await offered()
    const large = await offered()
    const [alone] = await small.learners(1)
    if (!alone) throw new Error('no learner')
    await join(alone.student, small.id, alone.connectionId)
    for (const one of await large.learners(2)) await join(one.student, large.id, one.connectionId)
    clock.now = new Date('2026-11-22T15:00:00Z')
    await Promise.all([decideGroups(world.parts), decideGroups(world.another())])
    await decideGroups(world.parts)
    const short = await world.kafka.published('group.short', small.id, 1)
    expect(short).toMatchObject([{ data: { taken: 1, teacherId: small.teacher.userId } }])
    clock.now = new Date('2026-11-23T11:00:00Z')
    await Promise.all([decideGroups(world.parts), decideGroups(world.another())])
    expect(await world.kafka.published('group.cancelled', small.id, 1)).toMatchObject([
      { data: { cause: 'group-too-small' } },
    ])
    expect(await upcoming(alone.student)).toEqual([])
    expect(await isFree(small.teacher, 0)).toBe(true)
    expect(await seenBy(large.teacher, large.id)).toMatchObject({ taken: 2, isConfirmed: true })
    expect(await upcoming(large.teacher)).toHaveLength(2)
  })
})

describe('a teacher who goes', () => {
  it('takes the group hours along, with their texts; the export has them before', async () => {
    const { teacher, id, learners } = await offered()
    const [a] = await learners(1)
    if (!a) throw new Error('no learner')
    await join(a.student, id, a.connectionId)
    const { body } = await world.call('GET /me/export/lessons', { as: teacher })
    expect(body).toMatchObject({ groupHours: [{ topic: 'Limits', price: 15 }], lessons: [{ groupId: id }] })
    await erase(teacher)
    await eventually(async () => (await world.parts.groups.find(id))?.topic === '')
    expect(await world.parts.groups.find(id)).toMatchObject({
      ...{ status: 'cancelled', cause: 'account-erased', meetingLink: '', place: '' },
    })
    expect(await upcoming(a.student)).toEqual([])
    expect(await seenBy(a.student, id)).toBeUndefined()
  })

  it('by a suspension cancels them too, also one that is written at that moment', async () => {
    const { teacher, id } = await offered()
    await world.kafka.publish('admin', teacher.userId, 2, suspended(teacher))
    await eventually(async () => (await world.parts.groups.find(id))?.status === 'cancelled')
    const stored = await world.collections.groups.findOne({ _id: id })
    if (!stored) throw new Error('no group')
    const { v: _, outbox: __, outboxAt: ___, closingAt: ____, ...group } = stored
    const late = { ...group, _id: `${id}-late`, token: `${id}-late`, status: 'open' as const, cause: null }
    const at = clock.now
    const booking = {
      _id: late.token,
      kind: 'group' as const,
      group: late,
      by: teacher.userId,
      at,
      openAt: at,
    }
    await world.parts.bookingStore.commit(booking)
    clock.now = new Date(at.getTime() + 120_000)
    await world.parts.bookings.sweep()
    expect(await world.parts.groups.find(late._id)).toMatchObject({ status: 'cancelled' })
  })

  it('by a suspension cancels more group hours than a list has', async () => {
    const { teacher, id } = await offered()
    const stored = await world.collections.groups.findOne({ _id: id })
    if (!stored) throw new Error('no group')
    const ids = Array.from({ length: 101 }, (_, index) => `${id}-${index}`)
    await Promise.all(
      ids.map((_id) => world.collections.groups.insertOne({ ...stored, _id, token: _id, v: 0, outbox: [] })),
    )
    await cancelGroupsOf(world.parts, teacher.userId, 'account-suspended')
    const open = { teacherId: teacher.userId, status: 'open' as const }
    expect(await world.collections.groups.countDocuments(open)).toBe(0)
  })

  it('and comes back keeps the new lessons and group hours when the suspension is delivered once more', async () => {
    const teacher = await listedTeacher()
    const publish = (sequence: number, event: Parameters<typeof world.kafka.publish>[3]) =>
      world.kafka.publish('admin', teacher.userId, sequence, event)
    const isApplied = async (sequence: number) => {
      const applied = { _id: teacher.userId, 'src.admin': sequence }
      return (await world.collections.people.countDocuments(applied)) === 1
    }
    await publish(2, suspended(teacher))
    await publish(3, { type: 'user.reinstated', ...decisionOn(teacher) })
    await eventually(() => isApplied(3))
    const { student, connectionId } = await connect(world, secondary, teacher)
    const { id } = groupOf(await post(teacher, '/groups', wish))
    expect((await join(student, id, connectionId)).status).toBe(201)
    expect((await book(world, student, { connectionId, date: monday })).status).toBe(201)
    await publish(2, suspended(teacher))
    // of the same account, so it is handled after the suspension
    await publish(4, { type: 'user.approved', ...decisionOn(teacher) })
    await eventually(() => isApplied(4))
    expect(await upcoming(teacher)).toHaveLength(2)
    expect(await world.parts.groups.find(id)).toMatchObject({ status: 'open' })
  })
})

describe('after a crash', () => {
  it('a committed seat is written, and one after the cancellation is dropped', async () => {
    const { teacher, id, learners } = await offered()
    const [a, b] = await learners(2)
    if (!a || !b) throw new Error('no learners')
    await join(a.student, id, a.connectionId)
    const [model] = await world.parts.lessons.ofGroups([id])
    if (!model) throw new Error('no seat')
    const { v: _, outbox: __, outboxAt: ___, ...seat } = model
    const own = { connectionId: b.connectionId, studentId: b.student.userId }
    const crashed = { ...seat, ...own, _id: `${id}-b`, token: `${id}-b` }
    const at = clock.now
    const { booking, wanted } = seatOf(crashed, { by: b.student.userId, at, number: 1 })
    await world.parts.claims.take(wanted, crashed.token, at)
    await world.parts.bookingStore.commit(booking)
    clock.now = new Date(at.getTime() + 120_000)
    await post(teacher, `/groups/${id}/cancel`)
    await world.parts.bookings.sweep()
    expect(await world.parts.lessons.find(crashed._id)).toMatchObject({
      ...{ status: 'cancelled', cause: 'group-cancelled' },
    })
    expect(await world.collections.claims.countDocuments({ _id: { $regex: `^seat.${id}` } })).toBe(0)
  })

  it('a committed seat of a learner who is an adult by then is dropped', async () => {
    const { teacher, id } = await offered(forMinors)
    const [a, b] = [await connect(world, pupil, teacher), await connect(world, secondary, teacher)]
    await join(a.parent, id, a.connectionId)
    const [model] = await world.parts.lessons.ofGroups([id])
    if (!model) throw new Error('no seat')
    const { v: _, outbox: __, outboxAt: ___, ...seat } = model
    const own = { connectionId: b.connectionId, studentId: b.student.userId }
    const crashed = { ...seat, ...own, _id: `${id}-b`, token: `${id}-b` }
    const at = clock.now
    const { booking, wanted } = seatOf(crashed, { by: b.student.userId, at, number: 1 })
    await world.parts.claims.take(wanted, crashed.token, at)
    await world.parts.bookingStore.commit(booking)
    clock.now = new Date(at.getTime() + 120_000)
    await world.parts.bookings.sweep()
    expect(await world.parts.lessons.find(crashed._id)).toMatchObject({
      ...{ status: 'cancelled', cause: 'group-level' },
    })
    expect(await seenBy(teacher, id)).toMatchObject({ taken: 1 })
  })
})
