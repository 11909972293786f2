import type { EventInput } from '@darsi/contracts/events/events.ts'
import { connectionOf } from '@darsi/kit/testing/connection-events.ts'
import { dataOf, eventually, someone as identity } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it, jest } from '@jest/globals'
import { type Person, someone, startForAll } from './world.ts'

const { sink, world } = await startForAll()

const named = ({ email }: Person, fullName: string) => ({ email, fullName, language: 'fr' as const })
const requested = (id: string, teacher: Person, student: Person, guardian: Person): EventInput =>
  connectionOf(
    'connection.requested',
    {
      ...{ connectionId: id, status: 'pending', teacherId: teacher.id, studentId: student.id },
      ...{ guardianIds: [guardian.id], subject: 'physics', minor: true, learnerBirthYear: 2011 },
      ...{ needs: { teacher: 'waiting', guardian: 'waiting', admin: 'waiting' }, by: student.id },
    },
    {
      teacher: named(teacher, 'Karim Jaziri'),
      student: named(student, 'Amina Trabelsi'),
      guardians: [{ userId: guardian.id, ...named(guardian, 'Salma Trabelsi') }],
      message: 'Bonjour',
    },
  )
const noMail = (person: Person): EventInput => ({
  type: 'user.preferences-changed',
  data: {
    userId: person.id,
    role: 'teacher',
    language: 'fr',
    privacy: { profileVisible: false, contactVisible: false },
    notifications: { email: false, sms: false, push: false },
  },
})
const kinds = async (person: Person) =>
  (await world.mails.collection.find({ userId: person.id }).toArray()).map(({ kind }) => kind)
const notices = async (person: Person) => {
  return dataOf<{ kind: string }[]>(
    await world.call('GET /notifications', { as: identity('teacher', person.id) }),
  )
}

describe('a connection request', () => {
  it('is one mail and one notice for the teacher and one for the guardian, however often its event is delivered', async () => {
    const [teacher, student, guardian, connection] = [someone(), someone(), someone(), someone()]
    for (let i = 0; i < 3; i++)
      await world.kafka.publish(
        'users',
        connection.id,
        1,
        requested(connection.id, teacher, student, guardian),
      )
    const sent = await world.settled(teacher)
    expect(sent.kind).toBe('connection-requested')
    expect((await world.settled(guardian)).kind).toBe('guardian-consent')
    expect(await kinds(teacher)).toHaveLength(1)
    expect(await kinds(student)).toEqual([])
    expect(await notices(teacher)).toMatchObject([{ kind: 'connection-requested' }])
    expect(await notices(guardian)).toMatchObject([{ kind: 'guardian-consent' }])
  })

  it('of one learner is mailed to one teacher ten times an hour, then once more for all the others', async () => {
    const [teacher, student, guardian, other] = [someone(), someone(), someone(), someone()]
    const ask = (id: string, by: Person) =>
      world.kafka.publish('users', id, 1, requested(id, teacher, by, guardian))
    const asked = Array.from({ length: 14 }, () => someone().id)
    for (const id of [...asked, asked[0] ?? '']) await ask(id, student)
    await ask(someone().id, other)
    await eventually(async () => (await notices(teacher)).length === 15)
    const sent = (await kinds(teacher)).toSorted()
    // ten of the first learner, one of the other, who has an own budget
    expect(sent).toEqual([...Array.from({ length: 11 }, () => 'connection-requested'), 'more-news'])
    // a question that waits for an answer is not counted
    expect(await kinds(guardian)).toEqual(Array.from({ length: 15 }, () => 'guardian-consent'))
  })

  it('mails nobody who switched such mails off, but asks a guardian all the same', async () => {
    const [teacher, student, guardian, connection] = [someone(), someone(), someone(), someone()]
    for (const person of [teacher, guardian]) await world.kafka.publish('users', person.id, 2, noMail(person))
    await eventually(async () => !(await world.preferences.wantsMail(guardian.id)))
    await world.kafka.publish('users', connection.id, 1, requested(connection.id, teacher, student, guardian))
    await world.settled(guardian)
    expect(await notices(teacher)).toMatchObject([{ kind: 'connection-requested' }])
    expect(await kinds(teacher)).toEqual([])
  })

  it('reaches nobody who is erased', async () => {
    const [teacher, student, guardian, connection] = [someone(), someone(), someone(), someone()]
    await world.kafka.account.deletionRequested({
      userId: teacher.id,
      role: 'teacher',
      ...named(teacher, 'Karim Jaziri'),
    })
    await world.kafka.published('user.erased', teacher.id, 1)
    await world.kafka.publish('users', connection.id, 1, requested(connection.id, teacher, student, guardian))
    await world.settled(guardian)
    expect(await kinds(teacher)).toEqual(['account-deleted'])
    expect(await notices(teacher)).toEqual([])
  })

  it('leaves nothing of a person who is erased while its event is handled', async () => {
    const [teacher, student, guardian, connection] = [someone(), someone(), someone(), someone()]
    const { wantsMail } = world.preferences
    const between = jest.spyOn(world.preferences, 'wantsMail').mockImplementation(async (userId) => {
      if (userId === teacher.id) await world.erasures.begin(userId)
      return wantsMail(userId)
    })
    await world.kafka.publish('users', connection.id, 1, requested(connection.id, teacher, student, guardian))
    await world.settled(guardian)
    between.mockRestore()
    expect(await world.notices.collection.countDocuments({ userId: teacher.id })).toBe(0)
    expect(await world.mails.collection.findOne({ userId: teacher.id })).toMatchObject({
      kind: 'connection-requested',
    })
    expect((await world.mails.collection.findOne({ userId: teacher.id }))?.sealed).toBeUndefined()
    await world.erasures.confirm(teacher.id)
    expect(await world.kafka.published('user.erased', teacher.id, 1)).toHaveLength(1)
  })
})

it('a named guardian is mailed the link, with or without an account', async () => {
  const [guardian, invitation] = [someone(), someone()]
  await world.kafka.publish('users', invitation.id, 1, {
    type: 'guardian.invited',
    data: {
      invitationId: invitation.id,
      studentId: 's',
      expiresAt: new Date().toISOString(),
      isFormer: false,
    },
    personal: {
      email: guardian.email,
      studentName: 'Amina',
      language: 'ar',
      alsoIn: 'fr',
      token: 'secret-token',
    },
  })
  await world.settled(invitation)
  const [mail] = await eventually(() => sink.to(guardian.email).length > 0 && sink.to(guardian.email))
  // quoted-printable breaks lines
  const raw = mail?.raw.replace(/=\r?\n/g, '') ?? ''
  expect(raw.match(/\/(ar|fr)\/guardian\?token(?:=3D|=)secret-token/g)).toEqual(
    expect.arrayContaining([expect.stringContaining('/ar/'), expect.stringContaining('/fr/')]),
  )
})

it('a teacher is notified of the decision on an upgrade request', async () => {
  const teacher = someone()
  await world.kafka.publish('admin', teacher.id, 1, {
    type: 'upgrade.reviewed',
    data: {
      teacherId: teacher.id,
      decision: 'granted',
      by: 'a',
      requestedAt: new Date().toISOString(),
      at: new Date().toISOString(),
    },
    personal: { ...named(teacher, 'Karim Jaziri'), notes: '' },
  })
  expect((await world.settled(teacher)).kind).toBe('upgrade-granted')
  expect(await notices(teacher)).toMatchObject([{ kind: 'upgrade-granted' }])
})
