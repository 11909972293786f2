import { randomUUID } from 'node:crypto'
import { startConsumer } from '@darsi/kit/consumer.ts'
import { encode } from '@darsi/kit/envelope.ts'
import { createBus } from '@darsi/kit/kafka.ts'
import { connectMongo, syncIndexes } from '@darsi/kit/mongo.ts'
import { createOutbox } from '@darsi/kit/outbox.ts'
import { createSealer } from '@darsi/kit/seal.ts'
import { eventually, silentLog, testEventKey, testServers, unique } from '@darsi/kit/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Redis } from 'ioredis'
import type { Connection } from 'mongoose'
import { createDelivery } from '../src/deliver.ts'
import { erasureStore } from '../src/erasure-store.ts'
import { consumes } from '../src/events.ts'
import { leaseMs, mailStore } from '../src/mail-store.ts'
import { noticeStore } from '../src/notice-store.ts'
import { createMailQueue } from '../src/queue.ts'
import { startSweeper } from '../src/sweeper.ts'
import { createSmtp, type Letter, type Outcome } from '../src/transport.ts'

const sealer = createSealer(testEventKey)
const publicUrl = 'http://darsi.example'

describe('from an event to one mail', () => {
  const servers = testServers()
  const prefix = unique('mail')
  const bus = createBus({
    brokers: servers.kafkaBrokers,
    clientId: 'test',
    topicPrefix: `${prefix}.`,
    log: silentLog,
  })
  const smtp = createSmtp(servers.smtpUrl, { name: 'Darsi', address: 'no-reply@darsi.example' })
  const letters: Letter[] = []
  let next: Outcome[] = []
  let connection: Connection
  let mails: ReturnType<typeof mailStore>
  let queue: ReturnType<typeof createMailQueue>
  let stopSweeper: () => void
  let deliver: (id: string) => Promise<void>

  beforeAll(async () => {
    connection = await connectMongo(servers.mongoUrl, prefix)
    mails = mailStore(connection)
    const notices = noticeStore(connection)
    const erasures = erasureStore(connection, createOutbox({ producer: 'notifications', sealer }))
    await syncIndexes(connection)
    const transport = {
      close: () => {},
      send: async (letter: Letter): Promise<Outcome> => {
        const planned = next.shift()
        letters.push(letter)
        return planned ?? smtp.send(letter)
      },
    }
    queue = createMailQueue({ redisUrl: servers.redisUrl, prefix, log: silentLog, work: (id) => deliver(id) })
    deliver = createDelivery({
      mails,
      transport,
      sealer,
      log: silentLog,
      again: queue.add,
      counted: () => {},
      publicUrl,
    })
    stopSweeper = startSweeper({ mails, queue, log: silentLog })
    const consumer = await startConsumer({
      bus,
      group: 'notifications',
      sealer,
      log: silentLog,
      consumes: consumes({
        mails,
        notices,
        erasures,
        queue,
        sealer,
        links: { publicUrl, support: 's@darsi.example' },
      }),
    })
    await consumer.joined
  })

  afterAll(async () => {
    stopSweeper()
    await queue.close()
    await bus.close()
    smtp.close()
    await connection.dropDatabase()
    await connection.close()
  })

  const registered = (userId: string, email: string, language: 'en' | 'ar' = 'en') => {
    const outbox = {
      seq: 1,
      id: `auth.${userId}.1`,
      type: 'user.registered',
      subject: userId,
      time: new Date().toISOString(),
      data: {
        userId,
        role: 'student',
        status: 'approved',
        governorateId: 15,
        createdAt: new Date().toISOString(),
      },
      sealed: sealer.seal({
        email,
        fullName: 'Amal',
        language,
        phone: '+21620123456',
        location: {},
        roleData: {},
        verificationToken: 'secret-token',
      }),
    }
    return encode(outbox, 'auth')
  }
  const someone = () => ({ id: randomUUID(), email: `${randomUUID()}@example.tn` })
  const inbox = async (email: string) => {
    const response = await fetch(`${servers.maildevUrl}/email`)
    const all = (await response.json()) as {
      to: { address: string }[]
      subject: string
      text: string
      html: string
    }[]
    return all.filter((mail) => mail.to[0]?.address === email)
  }
  const stateOf = async (userId: string) => (await mails.model.findOne({ userId }).lean())?.state

  it('the verification mail arrives once, with its link, in the reader’s language', async () => {
    const { id, email } = someone()
    await bus.publish([registered(id, email, 'ar')])
    const [mail] = await eventually(async () => {
      const found = await inbox(email)
      return found.length > 0 ? found : null
    })
    expect(mail?.subject).toBe('تأكيد عنوان بريدك الإلكتروني')
    expect(mail?.text).toContain(`${publicUrl}/ar/verify-email?token=secret-token&email=`)
    expect(mail?.html).toContain('dir="rtl"')
  })

  it('the same event ten times makes one mail', async () => {
    const { id, email } = someone()
    const record = registered(id, email)
    await bus.publish(Array.from({ length: 10 }, () => record))
    await eventually(async () => (await stateOf(id)) === 'sent')
    await bus.publish([record])
    const marker = someone()
    await bus.publish([registered(marker.id, marker.email)])
    await eventually(async () => (await stateOf(marker.id)) === 'sent')
    expect(await inbox(email)).toHaveLength(1)
  })

  it('a sent mail keeps neither its address nor its token', async () => {
    const { id, email } = someone()
    await bus.publish([registered(id, email)])
    await eventually(async () => (await stateOf(id)) === 'sent')
    const kept = JSON.stringify(await mails.model.findOne({ userId: id }).lean())
    expect(kept).not.toContain('sealed')
    expect(kept).not.toContain(email)
  })

  it('a server that is busy is tried again with the same Message-ID', async () => {
    const { id, email } = someone()
    next = [{ kind: 'later', reason: '451' }]
    await bus.publish([registered(id, email)])
    await eventually(async () => (await stateOf(id)) === 'sent')
    const attempts = letters.filter((letter) => letter.to.address === email)
    expect(attempts).toHaveLength(2)
    expect(new Set(attempts.map((letter) => letter.messageId)).size).toBe(1)
  })

  it('an address that the server refuses is given up, and the mail says why', async () => {
    const { id, email } = someone()
    next = [{ kind: 'refused', reason: '550' }]
    await bus.publish([registered(id, email)])
    await eventually(async () => (await stateOf(id)) === 'dead')
    expect((await mails.model.findOne({ userId: id }).lean())?.error).toBe('550')
  })

  it('an emptied Redis loses no mail', async () => {
    const redis = new Redis(servers.redisUrl)
    const { id, email } = someone()
    next = [{ kind: 'later', reason: '421' }]
    await bus.publish([registered(id, email)])
    await eventually(
      async () => (await stateOf(id)) === 'pending' && letters.some((letter) => letter.to.address === email),
    )
    const keys = await redis.keys(`${prefix}:mails:*${id}*`)
    if (keys.length > 0) await redis.del(...keys)
    await redis.del(`${prefix}:mails:delayed`)
    redis.disconnect()
    await eventually(async () => (await stateOf(id)) === 'sent', 25_000)
    expect(await inbox(email)).toHaveLength(1)
  })

  it('a worker that died in the middle gives the mail back when its lease ends', async () => {
    const { id } = someone()
    const request = {
      id: 'x',
      kind: 'welcome',
      userId: id,
      language: 'en',
      to: { name: 'A', address: `${id}@example.tn` },
      params: { name: 'A', support: 's' },
    }
    await mails.keep(
      { _id: `welcome-${id}`, kind: 'welcome', userId: id, sealed: sealer.seal(request) },
      new Date(),
    )
    const past = new Date(Date.now() - leaseMs - 1000)
    expect(await mails.claim(`welcome-${id}`, new Date())).not.toBeNull()
    expect(await mails.claim(`welcome-${id}`, new Date())).toBeNull()
    await mails.model.collection.updateOne({ _id: `welcome-${id}` } as never, { $set: { leaseUntil: past } })
    await eventually(async () => (await stateOf(id)) === 'sent', 25_000)
    expect((await mails.model.findOne({ userId: id }).lean())?.unknown).toBe(1)
  })
})
