import { randomUUID } from 'node:crypto'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { noticeIdMax } from '@darsi/contracts/rules/notice-id.ts'
import { connectionOf } from '@darsi/kit/testing/connection-events.ts'
import { dataOf, eventually, someone as identity } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { createRetention } from '../src/retention.ts'
import { headerOf } from './smtp-sink.ts'
import { type Person, someone, startForAll } from './world.ts'

const { sink, world } = await startForAll()

const personOf = ({ email }: Person, language: Language = 'fr') => ({ email, fullName: 'Amal', language })
const read = (person: Person, query = '', language = 'en') =>
  world.call(`GET /notifications${query}`, {
    as: identity('student', person.id),
    headers: { 'accept-language': language },
  })

async function loggedIn(person: Person, sequence: number, newDevice = true) {
  await world.kafka.account.loggedIn({ userId: person.id, newDevice, ...personOf(person), sequence })
}

const approvedFor = (person: Person, connectionId: string) => {
  const given = { connectionId, teacherId: randomUUID(), studentId: person.id }
  const people = { teacher: personOf(someone()), student: personOf(person) }
  const event = connectionOf('connection.approved', given, people)
  return world.kafka.publish('users', connectionId, 1_800_000_002, event)
}

const messageFor = (person: Person, threadId: string) =>
  world.kafka.publish('users', `thread.${threadId}`, 1_800_000_003, {
    type: 'message.sent',
    data: {
      ...{ connectionId: threadId, teacherId: randomUUID(), studentId: person.id, guardianIds: [] },
      ...{ minor: false, threadId, messageId: `${threadId}.1`, number: 1, by: 'teacher', to: [person.id] },
      ...{ held: false, at: new Date().toISOString() },
    },
    personal: {
      ...{ from: 'Sami', subject: 'mathematics' },
      recipients: [{ userId: person.id, ...personOf(person), mail: true }],
    },
  })

describe('what notifications holds of a person', () => {
  it('contains the person’s own mails and notices only', async () => {
    const person = someone()
    const other = someone()
    await loggedIn(person, 2)
    await loggedIn(other, 2)
    await eventually(async () => (await read(person)).body['total'] === 1)
    const as = identity('student', person.id)
    await eventually(async () => {
      const { body } = await world.call('GET /me/export/mails', { as })
      expect(body).toMatchObject({
        wantsMail: true,
        mails: [{ kind: 'new-device' }],
        notices: [{ kind: 'new-device' }],
      })
      return true
    })
  })
})

describe('notifications inside the application', () => {
  it('are read in the language of the request, newest first, page by page', async () => {
    const person = someone()
    for (const sequence of [2, 3, 4]) await loggedIn(person, sequence)
    await eventually(async () => (await read(person)).body['total'] === 3)
    const first = await read(person, '?limit=2', 'ar')
    const shown = dataOf<{ title: string; readAt: string | null }[]>(first)
    expect(shown.map(({ title }) => title)).toEqual(['دخول جديد', 'دخول جديد'])
    const second = await read(person, `?limit=2&cursor=${first.body['nextCursor']}`)
    expect(second.body).toMatchObject({ total: 3, unread: 3, nextCursor: null })
    expect(second.body['data']).toHaveLength(1)
  })

  it('the same event again is no second one; a known device is none', async () => {
    const person = someone()
    await loggedIn(person, 2)
    await loggedIn(person, 2)
    await loggedIn(person, 3, false)
    const marker = someone()
    await loggedIn(marker, 1)
    await eventually(async () => (await read(marker)).body['total'] === 1)
    await eventually(async () => (await read(person)).body['total'] === 1)
  })

  it('are marked as read by their owner alone', async () => {
    const person = someone()
    await loggedIn(person, 2)
    await eventually(async () => (await read(person)).body['unread'] === 1)
    await world.call('POST /notifications/read', { as: identity('student'), body: {} })
    expect((await read(person)).body['unread']).toBe(1)
    await world.call('POST /notifications/read', { as: identity('student', person.id), body: {} })
    expect((await read(person)).body['unread']).toBe(0)
  })

  it('are marked as read one by one, by the ids that they really have', async () => {
    const person = someone()
    const [connectionId, threadId] = [randomUUID(), randomUUID()]
    // one notice of an own event, one of an event with several readers, one of unread messages
    await loggedIn(person, 1_800_000_001)
    await approvedFor(person, connectionId)
    await messageFor(person, threadId)
    await eventually(async () => (await read(person)).body['unread'] === 3)
    const ids = dataOf<{ id: string }[]>(await read(person)).map(({ id }) => id)
    expect(ids.toSorted()).toEqual([
      `auth.${person.id}.1800000001.user.logged-in`,
      `message.${threadId}.${person.id}.1`,
      `users.${connectionId}.1800000002.connection.approved.${person.id}`,
    ])
    const as = identity('student', person.id)
    for (const [at, id] of ids.entries()) {
      expect((await world.call('POST /notifications/read', { as, body: { ids: [id] } })).status).toBe(200)
      expect((await read(person)).body['unread']).toBe(2 - at)
    }
    const tooLong = 'x'.repeat(noticeIdMax + 1)
    expect((await world.call('POST /notifications/read', { as, body: { ids: [tooLong] } })).status).toBe(400)
  })

  it('refuse nobody and an invented cursor', async () => {
    expect((await world.call('GET /notifications')).status).toBe(401)
    expect((await read(someone(), '?cursor=abc')).status).toBe(400)
  })
})

describe('the contact form', () => {
  it('its sender gets a copy and support the message, with the sender as the one to answer', async () => {
    const sender = someone()
    const ticketId = randomUUID()
    const at = new Date().toISOString()
    await world.kafka.publish('admin', ticketId, 1, {
      type: 'contact.received',
      data: { ticketId, userType: 'parent', subject: 'technical', receivedAt: at, dueAt: at },
      personal: {
        name: 'Amal <b>\r\nBcc: x@example.tn',
        email: sender.email,
        phone: '',
        message: 'Hello\nsee https://evil.example',
        language: 'en',
      },
    })
    const copy = await eventually(() => sink.to(sender.email)[0])
    expect(headerOf(copy, 'Subject')).toContain(ticketId.slice(0, 8).toUpperCase())
    const forwarded = await eventually(() =>
      sink.to('support@darsi.example').find((mail) => mail.raw.includes(sender.email)),
    )
    expect(headerOf(forwarded, 'Reply-To')).toContain(sender.email)
    for (const { raw } of [copy, forwarded]) {
      expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/im)
      expect(raw).not.toContain('https://evil.example')
    }
    expect(sink.to('x@example.tn')).toHaveLength(0)
    // any address can be typed there, so it gets none of the words and no name
    expect(copy.raw).not.toMatch(/Amal|Hello|evil/)
    expect(headerOf(copy, 'To')).toBe(sender.email)
    expect(headerOf(forwarded, 'Reply-To')).not.toContain('Amal')
  })
})

describe('a message that nobody answered in time', () => {
  it('triggers a reminder mail to support without the sender’s data', async () => {
    const ticketId = randomUUID()
    const at = new Date().toISOString()
    await world.kafka.publish('admin', ticketId, 2, {
      type: 'contact.overdue',
      data: { ticketId, subject: 'technical', dueAt: at, at },
    })
    const reference = ticketId.slice(0, 8).toUpperCase()
    const reminder = await eventually(() =>
      sink.to('support@darsi.example').find((mail) => headerOf(mail, 'Subject')?.includes(reference)),
    )
    expect(reminder.raw).toContain('En retard')
  })
})

describe('the erasure of an account', () => {
  const deletion = (person: Person) =>
    world.kafka.account.deletionRequested({
      userId: person.id,
      by: randomUUID(),
      ...personOf(person),
      sequence: 5,
    })

  it('sends one mail, confirms the erasure, and stores nothing; late events send nothing', async () => {
    const person = someone()
    await loggedIn(person, 2)
    await eventually(async () => (await read(person)).body['total'] === 1)
    await deletion(person)
    await deletion(person)
    await world.kafka.published('user.erased', person.id, 1)
    await loggedIn(person, 3)
    const marker = someone()
    await loggedIn(marker, 1)
    await eventually(async () => (await read(marker)).body['total'] === 1)
    await eventually(
      async () =>
        (await world.mails.collection.countDocuments({
          userId: person.id,
          sealed: { $exists: true },
        })) === 0,
    )
    expect((await read(person)).body['total']).toBe(0)
    const subjects = sink.to(person.email).map((mail) => headerOf(mail, 'Subject'))
    expect(subjects).toHaveLength(2)
    expect(await world.kafka.published('user.erased', person.id, 1)).toHaveLength(1)
  })

  it('mails that still waited are not sent', async () => {
    const person = someone()
    sink.fail(person.email, { at: 'RCPT TO', code: 450 })
    await loggedIn(person, 2)
    await eventually(() => world.mails.collection.findOne({ userId: person.id, attempt: 1 }))
    await deletion(person)
    await eventually(async () => sink.to(person.email).length === 1)
    await eventually(() =>
      world.mails.collection.findOne({ userId: person.id, kind: 'new-device', state: 'dead' }),
    )
    expect(sink.to(person.email)).toHaveLength(1)
  })

  it('empties the waiting mails about a contact message of the account, also the one to support', async () => {
    const person = someone()
    const ticketId = randomUUID()
    const at = new Date().toISOString()
    sink.refuseSender(450)
    await world.kafka.publish('admin', ticketId, 1, {
      type: 'contact.received',
      data: {
        ...{ ticketId, userType: 'parent', subject: 'technical', receivedAt: at, dueAt: at },
        accountId: person.id,
      },
      personal: { name: 'Amal', email: person.email, phone: '', message: 'Hello', language: 'en' },
    })
    const withContent = () =>
      world.mails.collection.countDocuments({
        userId: { $in: [person.id, ticketId] },
        kind: { $in: ['contact-received', 'contact-forwarded'] },
        sealed: { $exists: true },
      })
    await eventually(async () => (await withContent()) === 2)
    await deletion(person)
    await world.kafka.published('user.erased', person.id, 1)
    expect(await withContent()).toBe(0)
    sink.refuseSender(0)
  })
})

it('which mails went out is kept for 14 days, and a notice for 180', async () => {
  const person = someone()
  const childId = randomUUID()
  const other = { ...someone(), fullName: 'Nour', language: 'fr' as const }
  const guardian = { userId: person.id, email: person.email, fullName: 'Salma', language: 'fr' as const }
  await world.kafka.publish('users', childId, 1, {
    type: 'guardian.joined',
    data: {
      ...{ childId, guardianId: other.id, guardianIds: [person.id, other.id] },
      at: new Date().toISOString(),
    },
    personal: { childName: 'Adam', guardianName: 'Nour', guardians: [guardian] },
  })
  const mails = () => world.mails.collection.countDocuments({ userId: person.id })
  const notices = () => world.notices.collection.countDocuments({ userId: person.id })
  await eventually(async () => (await mails()) === 1 && (await notices()) === 1)
  const removals = createRetention(world)
  const after = async (days: number) => {
    const now = new Date(Date.now() + days * 24 * 3600 * 1000)
    await removals.mails(now)
    await removals.notices(now)
    return [await mails(), await notices()]
  }
  expect(await after(13)).toEqual([1, 1])
  expect(await after(15)).toEqual([0, 1])
  expect(await after(179)).toEqual([0, 1])
  expect(await after(181)).toEqual([0, 0])
})
