import { randomUUID } from 'node:crypto'
import { eventually, someone as identity } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { createDigest } from '../src/digests/digest.ts'
import { readEvents } from './event-reader.ts'
import { headerOf } from './smtp-sink.ts'
import { type Person, someone, startForAll } from './world.ts'

const { sink, world } = await startForAll()

const minute = 60_000
const later = (minutes: number) => new Date(Date.now() + minutes * minute)

/** A thread between an author and a reader, created by events. */
function thread(language: 'en' | 'fr' | 'ar' = 'fr') {
  const id = randomUUID()
  const [writer, reader] = [someone(), someone()]
  let sequence = 0
  let number = 0
  return {
    id,
    writer,
    reader,
    /** @param email the reader's address in the event */
    write: async (again = false, { by = writer, email = reader.email } = {}) => {
      if (!again) {
        sequence++
        number++
      }
      await world.kafka.publish('users', `thread.${id}`, sequence, {
        type: 'message.sent',
        data: {
          connectionId: id,
          teacherId: writer.id,
          studentId: reader.id,
          guardianIds: [],
          minor: false,
          threadId: id,
          messageId: `${id}.${number}`,
          number,
          by: by.id,
          to: [reader.id],
          held: false,
          at: new Date().toISOString(),
        },
        personal: {
          from: 'Sami Trabelsi',
          subject: 'mathematics',
          recipients: [{ userId: reader.id, email, fullName: 'Amina', language, mail: true }],
        },
      })
      const wanted = number
      await eventually(async () => {
        const unread = await world.unread.find(id, reader.id)
        return unread !== null && unread.last >= wanted
      })
    },
    read: async (upTo = number) => {
      sequence++
      await world.kafka.publish('users', `thread.${id}`, sequence, {
        type: 'thread.read',
        data: {
          threadId: id,
          by: reader.id,
          number: upTo,
          memberIds: [writer.id, reader.id],
          at: new Date().toISOString(),
        },
      })
    },
    isRead: () => eventually(async () => (await world.unread.find(id, reader.id))?.first === null),
  }
}

const mailsTo = ({ email }: Person) => sink.to(email)
const noticesOf = async ({ id }: Person) => {
  const answer = await world.call('GET /notifications', { as: identity('student', id) })
  return answer.body as { total: number; unread: number; data: { kind: string; title: string }[] }
}
const listen = async ({ id }: Person) =>
  readEvents(`${world.url}/notifications/stream`, await world.gateway.headersFor(identity('student', id)))

describe('a message', () => {
  it('reloads the thread of its readers and of the author’s other tabs', async () => {
    const { id, writer, reader, write } = thread()
    const [mine, theirs, strangers] = await Promise.all([listen(writer), listen(reader), listen(someone())])
    await write()
    await eventually(() => theirs.kinds().includes('message') && mine.kinds().includes('message'))
    expect(theirs.events.find(({ kind }) => kind === 'message')?.id).toBe(id)
    expect(strangers.events).toEqual([])
    for (const one of [mine, theirs, strangers]) one.close()
  })

  it('is one notice however many follow, read with the thread', async () => {
    const { reader, write, read, isRead } = thread()
    for (let count = 0; count < 3; count++) await write()
    await write(true)
    await eventually(async () => (await noticesOf(reader)).total === 1)
    expect((await noticesOf(reader)).data[0]).toMatchObject({
      kind: 'message-received',
      title: 'New message',
    })
    await read()
    await isRead()
    expect(await noticesOf(reader)).toMatchObject({ total: 1, unread: 0 })
    await write()
    await eventually(async () => (await noticesOf(reader)).total === 2)
  })

  it('has a notice and a mail of its own after the earlier notice was marked as read in the bell', async () => {
    const { id, reader, write } = thread()
    await write()
    await world.digest(later(16))
    await eventually(async () => (await noticesOf(reader)).unread === 1)
    await world.call('POST /notifications/read', { as: identity('student', reader.id), body: {} })
    await write()
    await eventually(async () => (await noticesOf(reader)).unread === 1)
    expect((await world.unread.find(id, reader.id))?.pushAt).not.toBeNull()
    await write(true)
    await write()
    expect(await noticesOf(reader)).toMatchObject({ total: 2, unread: 1 })
    await world.digest(later(16))
    expect(await world.mails.collection.countDocuments({ userId: reader.id })).toBe(2)
  })

  it('that came after the last read one has a notice, a push message and a mail of its own', async () => {
    const { id, reader, write, read } = thread()
    await write()
    await world.digest(later(4))
    await write()
    await read(1)
    await eventually(async () => (await world.unread.find(id, reader.id))?.first === 2)
    await eventually(async () => (await noticesOf(reader)).total === 2)
    expect(await noticesOf(reader)).toMatchObject({ total: 2, unread: 1 })
    expect((await world.unread.find(id, reader.id))?.pushAt).not.toBeNull()
    await world.digest(later(16))
    expect(await world.mails.collection.countDocuments({ userId: reader.id })).toBe(1)
  })
})

describe('the push message about unread messages', () => {
  const withDevice = async ({ id: userId }: Person) => {
    const [now, later] = [new Date(), new Date(Date.now() + 3600_000)]
    const subscription = { endpoint: `https://push.example/${userId}`, p256dh: 'key', auth: 'secret' }
    await world.devices.register({
      ...{ userId, sessionId: 's1', name: 'Firefox', language: 'fr', publicKey: 'key', subscription },
      ...{ createdAt: now, expiresAt: later },
    })
  }
  const queued = ({ id: userId }: Person) => world.pushes.collection.find({ userId }).toArray()

  it('is one after three minutes, however many messages follow and processes look', async () => {
    const { reader, write } = thread()
    await withDevice(reader)
    await write()
    await write()
    await world.digest(later(2))
    expect(await queued(reader)).toEqual([])
    await Promise.all([world.digest(later(4)), world.digest(later(4))])
    await write()
    await world.digest(later(10))
    expect((await queued(reader)).map(({ kind }) => kind)).toEqual(['message-received'])
  })

  it('does not come to who has the conversation open, and comes again for the next ones', async () => {
    const { reader, write, read, isRead } = thread()
    await withDevice(reader)
    await write()
    await read()
    await isRead()
    await world.digest(later(10))
    expect(await queued(reader)).toEqual([])
    await write()
    await world.digest(later(20))
    expect(await queued(reader)).toHaveLength(1)
  })
})

describe('the mail about unread messages', () => {
  it('comes after fifteen minutes, once, in the reader’s language and without the text', async () => {
    const { reader, write } = thread('ar')
    await write()
    await write()
    await world.digest(later(14))
    await world.digest(later(16))
    await world.digest(later(17))
    const [mail, ...more] = await eventually(() => (mailsTo(reader).length > 0 ? mailsTo(reader) : null))
    expect(more).toEqual([])
    expect(mail?.raw).toContain('/ar/dashboard')
    await write()
    await world.digest(later(60))
    const [kept] = await world.mails.collection.find({ userId: reader.id }).toArray()
    expect(kept?.kind).toBe('messages-waiting')
    expect(await world.mails.collection.countDocuments({ userId: reader.id })).toBe(1)
  })

  it('is made once by several processes at once', async () => {
    const { reader, write } = thread()
    await write()
    await Promise.all(Array.from({ length: 8 }, () => world.digest(later(16))))
    expect(await world.mails.collection.countDocuments({ userId: reader.id })).toBe(1)
  })

  it('does not come for what was read in time, and comes again for the next quiet period', async () => {
    const { reader, write, read, isRead } = thread()
    await write()
    await read()
    await isRead()
    await world.digest(later(60))
    expect(await world.mails.collection.countDocuments({ userId: reader.id })).toBe(0)
    await write()
    await world.digest(later(120))
    expect(await world.mails.collection.countDocuments({ userId: reader.id })).toBe(1)
    await read()
    await isRead()
    await write()
    await world.digest(later(240))
    expect(await world.mails.collection.countDocuments({ userId: reader.id })).toBe(2)
  })

  it('still comes when only a part was read', async () => {
    const { reader, write, read } = thread()
    await write()
    await write()
    await read(1)
    const marker = thread()
    await marker.write()
    await world.digest(later(16))
    expect(await world.mails.collection.countDocuments({ userId: reader.id })).toBe(1)
  })

  it('comes again for the rest of a conversation that was read in part after the mail', async () => {
    const { id, reader, write, read } = thread()
    for (let message = 0; message < 3; message++) await write()
    await world.digest(later(16))
    await read(2)
    await eventually(async () => (await world.unread.find(id, reader.id))?.first === 3)
    await write()
    for (const minutes of [32, 48]) await world.digest(later(minutes))
    expect(await world.mails.collection.countDocuments({ userId: reader.id })).toBe(2)
  })

  it('goes to the address of the newest message', async () => {
    const { id, reader, write, read } = thread()
    const { email } = someone()
    await write()
    await world.digest(later(16))
    for (let message = 0; message < 2; message++) await write(false, { email })
    await read(2)
    await eventually(async () => (await world.unread.find(id, reader.id))?.first === 3)
    await world.digest(later(32))
    await eventually(() => mailsTo({ id, email }).length === 1)
    expect(mailsTo(reader)).toHaveLength(1)
  })

  it.each(['user.email-changed', 'user.email-change-undone'] as const)(
    'goes to the new address after %s',
    async (type) => {
      const { id, reader, write } = thread()
      const { email } = someone()
      await write()
      const { sealed } = (await world.unread.find(id, reader.id)) ?? {}
      const account = { userId: reader.id, role: 'student' as const }
      const person = { email, fullName: 'Amina', language: 'fr' as const }
      await world.kafka.publish(
        'auth',
        reader.id,
        2,
        type === 'user.email-changed'
          ? { type, data: account, personal: { ...person, oldEmail: reader.email } }
          : {
              type,
              data: { ...account, at: new Date().toISOString() },
              personal: { ...person, newEmail: reader.email, resetToken: 'secret' },
            },
      )
      await eventually(async () => (await world.unread.find(id, reader.id))?.sealed !== sealed)
      await world.digest(later(16))
      const waiting = (mail: { raw: string }) => mail.raw.includes('Sami Trabelsi')
      await eventually(() => mailsTo({ id, email }).some(waiting))
      expect(mailsTo(reader).some(waiting)).toBe(false)
    },
  )

  it('is not sent to who switched mails off, before or after the message', async () => {
    const [before, after] = [thread(), thread()]
    const off = (person: Person) =>
      world.kafka.publish('users', person.id, 3, {
        type: 'user.preferences-changed',
        data: {
          userId: person.id,
          role: 'student',
          language: 'fr',
          privacy: { profileVisible: false, contactVisible: false },
          notifications: { email: false, sms: false, push: false },
        },
      })
    await off(before.reader)
    await before.write()
    await after.write()
    await off(after.reader)
    await eventually(async () => !(await world.preferences.wantsMail(after.reader.id)))
    await eventually(async () => !(await world.preferences.wantsMail(before.reader.id)))
    await world.digest(later(16))
    for (const { reader } of [before, after])
      expect(await world.mails.collection.countDocuments({ userId: reader.id })).toBe(0)
  })

  it('is not sent to an erased account, of which nothing is kept', async () => {
    const { id, reader, write } = thread()
    await write()
    await world.kafka.account.deletionRequested({
      userId: reader.id,
      email: reader.email,
      fullName: 'Amina',
      sequence: 9,
    })
    await world.kafka.published('user.erased', reader.id, 1)
    await world.digest(later(16))
    expect(await world.unread.find(id, reader.id)).toBeNull()
    expect(await world.mails.collection.countDocuments({ userId: reader.id, kind: 'messages-waiting' })).toBe(
      0,
    )
  })

  it('has a row that is removed with the conversation', async () => {
    const { id, writer, reader, write } = thread()
    await write()
    const removeAt = '2100-01-01T09:00:00.000Z'
    await world.kafka.publish('users', `thread.${id}`, 2, {
      type: 'thread.removal-announced',
      data: { threadId: id, memberIds: [writer.id, reader.id], removeAt, at: new Date().toISOString() },
      personal: { subject: 'mathematics', members: [] },
    })
    await eventually(async () => (await world.unread.find(id, reader.id))?.removeAt)
    expect((await world.unread.find(id, reader.id))?.removeAt).toEqual(new Date(removeAt))
    const indexes = await world.unread.collection.listIndexes().toArray()
    expect(indexes).toContainEqual(expect.objectContaining({ key: { removeAt: 1 }, expireAfterSeconds: 0 }))
  })

  const erase = async ({ id, email }: Person) => {
    await world.kafka.account.deletionRequested({ userId: id, email, fullName: 'Sami Trabelsi', sequence: 9 })
    await world.kafka.published('user.erased', id, 1)
  }
  const waitingIn = async (threadId: string, { id }: Person) => {
    const { sealed = '' } = (await world.unread.find(threadId, id)) ?? {}
    return world.unread.waitingOf({ sealed })
  }

  it('names no erased author: one is erased after the mail, or writes during the erasure', async () => {
    const { id, writer, reader, write } = thread()
    await write()
    await world.digest(later(16))
    expect(await waitingIn(id, reader)).toMatchObject({ from: 'Sami Trabelsi' })
    await erase(writer)
    expect(await waitingIn(id, reader)).toMatchObject({ email: reader.email, from: '' })
    await write()
    await eventually(async () => {
      const waiting = await waitingIn(id, reader)
      return JSON.stringify(waiting).includes('"from":""')
    })
  })

  it('still comes about messages of others when the newest author is erased', async () => {
    const { reader, write } = thread()
    const newest = someone()
    await write()
    await write(false, { by: newest })
    await erase(newest)
    await world.digest(later(16))
    const [mail] = await eventually(() => (mailsTo(reader).length > 0 ? mailsTo(reader) : null))
    expect(headerOf(mail ?? { from: '', to: '', raw: '' }, 'subject')).toContain('ancien membre')
    expect(mail?.raw).not.toContain('Sami')
  })

  it('keeps the name of an author who remains', async () => {
    const { id, writer, reader, write } = thread()
    const other = someone()
    await write()
    await write(false, { by: other })
    await erase(writer)
    expect(await waitingIn(id, reader)).toMatchObject({ from: 'Sami Trabelsi' })
  })

  it.each([
    ['before the round', true],
    ['during the round', false],
  ])('is not sent to an account whose erasure begins %s', async (_, isBefore) => {
    const { reader, write } = thread()
    await write()
    const begin = async () => {
      await world.erasures.begin(reader.id)
      await world.mails.erase(reader.id)
    }
    if (isBefore) await begin()
    const wantsMail = async () => {
      await begin()
      return true
    }
    const { languageOf } = world.preferences
    const during = createDigest({ ...world.digestParts, preferences: { languageOf, wantsMail } })
    await (isBefore ? world.digest : during)(later(16))
    const unsent = { userId: reader.id, sealed: { $exists: true } }
    expect(await world.mails.collection.countDocuments(unsent)).toBe(0)
    expect(sink.to(reader.email)).toEqual([])
  })
})
