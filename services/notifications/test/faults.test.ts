import { eventually } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it, jest } from '@jest/globals'
import { mongo } from 'mongoose'
import { headerOf } from './smtp-sink.ts'
import { someone, startForAll } from './world.ts'

const { sink, world } = await startForAll()

const messageIds = (email: string) => new Set(sink.to(email).map((mail) => headerOf(mail, 'Message-ID')))

describe('a mail server that fails', () => {
  it('says 4xx: the mail is tried again', async () => {
    const person = someone()
    sink.fail(person.email, { at: 'RCPT TO', code: 450 }, { at: 'final dot', code: 451 })
    await world.registered(person)
    expect(await world.settled(person)).toMatchObject({ attempt: 3, unknown: 0 })
    expect(sink.to(person.email)).toHaveLength(1)
  })

  it('says 5xx: the mail is given up and counted, keeps its content sealed, and can be resent', async () => {
    const person = someone()
    sink.fail(person.email, { at: 'RCPT TO', code: 550 })
    await world.registered(person)
    const mail = await world.settled(person, 'dead')
    expect(mail.error).toContain('550')
    expect(JSON.stringify(mail)).not.toContain(person.email)
    expect(await world.counts()).toContain('verify-email refused')
    expect((await world.mails.dead()).map(({ _id }) => _id)).toContain(mail._id)
    expect(await world.mails.resend(mail._id)).toBe(true)
    await world.settled(person)
    expect(sink.to(person.email)).toHaveLength(1)
    expect(await world.mails.resend(mail._id)).toBe(false)
  })

  it('disconnects before the content was sent: the mail is sent again', async () => {
    const person = someone()
    sink.fail(person.email, { at: 'RCPT TO', drop: true })
    await world.registered(person)
    expect(await world.settled(person)).toMatchObject({ unknown: 0 })
    expect(sink.to(person.email)).toHaveLength(1)
  })

  it('disconnects after the final dot: the copy has the same Message-ID, and is counted', async () => {
    const person = someone()
    sink.fail(person.email, { at: 'final dot', drop: true })
    await world.registered(person)
    expect(await world.settled(person)).toMatchObject({ unknown: 1 })
    expect(sink.to(person.email)).toHaveLength(2)
    expect(messageIds(person.email).size).toBe(1)
    expect(await world.counts()).toContain('verify-email unknown')
  })

  it('always disconnects after the final dot: at most three copies', async () => {
    const person = someone()
    const drop = { at: 'final dot', drop: true } as const
    sink.fail(person.email, drop, drop, drop, drop)
    await world.registered(person)
    await world.settled(person, 'dead')
    expect(sink.to(person.email)).toHaveLength(3)
    expect(messageIds(person.email).size).toBe(1)
  })
})

describe('a mail server that refuses the sender', () => {
  it('gets few mails to refuse, and all of them once it takes them: none is given up', async () => {
    const people = Array.from({ length: 20 }, someone)
    sink.refuseSender(554)
    await Promise.all(people.map((person) => world.registered(person)))
    await eventually(
      async () =>
        (await world.mails.collection.countDocuments({
          userId: { $in: people.map(({ id }) => id) },
          state: 'pending',
        })) === people.length,
    )
    await eventually(() => world.breaker.isOpen())
    sink.refuseSender(0)
    await Promise.all(people.map((person) => world.settled(person, 'sent', 50_000)))
    for (const person of people) expect(sink.to(person.email)).toHaveLength(1)
    expect((await world.counts()).filter((line) => line === 'verify-email away').length).toBeLessThan(12)
  }, 60_000)
})

describe('a mail that cannot be opened', () => {
  it('is given up after five tries, and counted', async () => {
    const { id } = someone()
    const _id = `welcome-${id}`
    const before = new Date(Date.now() - 3600_000)
    await world.mails.keep({ _id, kind: 'welcome', userId: id, sealed: 'dead.beef' }, before)
    await world.mails.collection.updateOne({ _id }, { $set: { attempt: 5, broken: 3 } })
    const mail = await world.settled({ id, email: '' }, 'dead', 40_000)
    expect(mail.attempt).toBe(7)
    expect(await world.counts()).toContain('welcome broken')
    expect(await world.counts()).toContain('welcome given-up')
  }, 60_000)
})

describe('a crash between two states', () => {
  it('after the mail was kept and before its job: the sweeper makes the job', async () => {
    const person = someone()
    await world.stopWorkers()
    // without workers and with the queue closed, the job cannot be added
    await world.registered(person)
    await eventually(() => world.mails.collection.findOne({ userId: person.id }))
    world.startWorkers()
    await world.settled(person)
    expect(sink.to(person.email)).toHaveLength(1)
  })

  it('before the content was handed over: the mail is sent once the lease ends, and nothing is in doubt', async () => {
    const { id } = await abandoned(false)
    expect(await world.settled({ id, email: '' })).toMatchObject({ unknown: 0 })
  })

  it('after the content was handed over: the mail is sent again and counted as unknown', async () => {
    const { id } = await abandoned(true)
    expect(await world.settled({ id, email: '' })).toMatchObject({ unknown: 1 })
  })

  /** A mail whose worker died during the attempt. */
  async function abandoned(handedOver: boolean) {
    const person = someone()
    const _id = `verify-email-${person.id}`
    const sealed = world.kafka.sealer.seal({
      kind: 'verify-email',
      language: 'en',
      to: { name: 'Amal', address: person.email },
      params: { name: 'Amal', support: 's@darsi.example' },
    })
    const before = new Date(Date.now() - 3600_000)
    await world.mails.keep({ _id, kind: 'verify-email', userId: person.id, sealed }, before)
    const mail = await world.mails.claim(_id, before)
    if (mail && handedOver) expect(await world.mails.handOver(mail, before)).toBe(true)
    return person
  }

  it('a worker that slept past its lease hands nothing over', async () => {
    const person = someone()
    const _id = `welcome-${person.id}`
    const before = new Date(Date.now() - 3600_000)
    await world.mails.keep({ _id, kind: 'welcome', userId: person.id, sealed: 'x' }, before)
    const mail = await world.mails.claim(_id, before)
    await world.mails.collection.deleteOne({ _id })
    expect(mail && (await world.mails.handOver(mail, new Date()))).toBe(false)
  })
})

describe('an accepted mail', () => {
  it('whose note fails is noted again while its lease lasts, and no other attempt sends it meanwhile', async () => {
    const { _id, person } = await kept()
    const note = jest.spyOn(world.mails, 'settle')
    const failure = new mongo.MongoNetworkError('connection closed')
    for (let time = 0; time < 3; time++) note.mockRejectedValueOnce(failure)
    const delivered = world.deliver(_id)
    await eventually(() => note.mock.calls.length > 0)
    await world.deliver(_id)
    expect(await world.mails.collection.findOne({ _id })).toMatchObject({ state: 'sending', attempt: 1 })
    await delivered
    note.mockRestore()
    const mail = await world.settled(person)
    expect(mail).toMatchObject({ attempt: 1, unknown: 0 })
    expect(mail.sealed).toBeUndefined()
    expect(sink.to(person.email)).toHaveLength(1)
  })
})

describe('a withdrawn mail', () => {
  it('that was given up before cannot be resent', async () => {
    const { mail } = await claimed()
    await world.mails.settle(mail, 'dead', '550', new Date())
    await world.mails.takeBack(mail._id, 2)
    expect(await world.mails.resend(mail._id)).toBe(false)
    expect(await world.mails.collection.findOne({ _id: mail._id })).toMatchObject({
      state: 'dead',
      error: '550',
    })
  })

  it('whose attempt is running and fails is not sent by the next one', async () => {
    const { mail, person } = await claimed()
    await world.mails.takeBack(mail._id, 2)
    await world.mails.postpone(mail, new Date(), { kind: 'later', reason: '451' })
    await world.deliver(mail._id)
    expect(await world.settled(person, 'dead')).toMatchObject({ error: 'erased' })
    expect(sink.to(person.email)).toEqual([])
  })

  it('is not handed over by an attempt that waits for the server, which is not at fault', async () => {
    // as many as open the circuit
    const attempts = await Promise.all(Array.from({ length: 5 }, stalled))
    for (const { person } of attempts) await world.mails.erase(person.id)
    await Promise.all(attempts.map(({ finish }) => finish()))
    expect(world.breaker.hasTripped()).toBe(false)
    for (const { person } of attempts) {
      expect(sink.to(person.email)).toEqual([])
      expect(await world.settled(person, 'dead')).toMatchObject({ error: 'erased', unknown: 0 })
    }
  })

  it('is not handed over when its time passes while an attempt waits for the server', async () => {
    const { _id, person, finish } = await stalled()
    await world.mails.collection.updateOne({ _id }, { $set: { until: new Date() } })
    await finish()
    expect(sink.to(person.email)).toEqual([])
    expect(await world.settled(person, 'dead')).toMatchObject({ error: 'too late' })
  })

  /** A mail whose attempt has begun; the server does not ask for its content before `finish`. */
  async function stalled() {
    const { _id, person } = await kept()
    const { promise: stall, resolve } = Promise.withResolvers<void>()
    sink.fail(person.email, { at: 'RCPT TO', stall })
    const delivered = world.deliver(_id)
    await eventually(() => world.mails.collection.findOne({ _id, state: 'sending' }))
    const finish = () => {
      resolve()
      return delivered
    }
    return { _id, person, finish }
  }

  async function claimed() {
    const { _id, person } = await kept()
    const mail = await world.mails.claim(_id, new Date())
    if (!mail) throw new Error('not due')
    return { mail, person }
  }
})

/** A waiting mail without a job. */
async function kept() {
  const person = someone()
  const _id = `newsletter-${person.id}`
  const sealed = world.kafka.sealer.seal({
    kind: 'verify-email',
    language: 'en',
    to: { name: '', address: person.email },
    params: { name: 'Amal', support: 's@darsi.example' },
  })
  const about = { about: _id, sequence: 1 }
  await world.mails.keep({ _id, kind: 'newsletter', userId: person.id, sealed, ...about })
  return { _id, person }
}

describe('an emptied Redis', () => {
  it('with fifty mails pending loses none and sends none twice', async () => {
    const people = Array.from({ length: 50 }, someone)
    for (const person of people) sink.fail(person.email, { at: 'RCPT TO', code: 450 })
    await Promise.all(people.map((person) => world.registered(person)))
    await eventually(
      async () => (await world.mails.collection.countDocuments({ state: 'pending', attempt: 1 })) > 10,
    )
    await world.emptyRedis()
    await Promise.all(people.map((person) => world.settled(person, 'sent', 40_000)))
    for (const person of people) expect(sink.to(person.email)).toHaveLength(1)
  }, 60_000)
})
