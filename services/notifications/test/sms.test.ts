import type { IncomingMessage } from 'node:http'
import { someone as caller, eventually, serveHttp, silentLog } from '@darsi/kit/testing/testing.ts'
import { afterAll, describe, expect, it } from '@jest/globals'
import { deliverSms, mostADay } from '../src/sms/deliver-sms.ts'
import recorded from './recorded/sms-provider.json' with { type: 'json' }
import { smtpSink } from './smtp-sink.ts'
import { someone, start } from './world.ts'

type Answer = keyof typeof recorded | 'silence' | 'hang-up'
type Received = { to: string; from: string; text: string; headers: IncomingMessage['headers'] }

/** The provider on loopback: keeps what it gets, and plays its recorded answers by number. */
async function provider() {
  const received: Received[] = []
  const answers = new Map<string, Answer>()
  const { url, close } = await serveHttp((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Omit<Received, 'headers'>
      received.push({ ...body, headers: request.headers })
      const name = answers.get(body.to) ?? 'accepted'
      if (name === 'silence') return
      if (name === 'hang-up') return request.socket.destroy()
      const answer = recorded[name]
      const headers = { 'content-type': 'application/json', ...('headers' in answer && answer.headers) }
      response.writeHead(answer.status, headers).end(JSON.stringify(answer.body))
    })
  })
  return {
    url: `${url}/v2/messages`,
    answers,
    to: (phone: string) => received.filter((each) => each.to === phone),
    close,
  }
}

const sink = await smtpSink()
const service = await provider()
const world = await start(sink.url, '', service.url)
afterAll(async () => {
  await world.close()
  await sink.close()
  await service.close()
})

const deliver = async (at = new Date()) => {
  if (world.smsParts) await deliverSms(world.smsParts, { now: () => at, log: silentLog })
}
let numbers = 20_000_000
const enter = (me: ReturnType<typeof caller>, phone: string) =>
  world.call('POST /notifications/sms/number', {
    as: me,
    body: { phone },
    headers: { 'accept-language': 'fr' },
  })
const confirm = (me: ReturnType<typeof caller>, code: string) =>
  world.call('POST /notifications/sms/confirm', { as: me, body: { code } })
const codeTo = (phone: string) => /\d{6}/.exec(service.to(phone).at(-1)?.text ?? '')?.[0] ?? ''

/** An account whose number is proven, without quiet hours: the tests also run at night. */
async function withNumber() {
  const { id: userId, email } = someone()
  const me = caller('student', userId)
  const phone = `+216${++numbers}`
  await enter(me, phone)
  await deliver()
  const answer = await confirm(me, codeTo(phone))
  await world.devices.setQuiet(userId, null)
  return { userId, email, me, phone, answer, news: () => service.to(phone).slice(1) }
}
type Owner = Pick<Awaited<ReturnType<typeof withNumber>>, 'userId'>

let sequence = 1
/** A connection that was paused for safety causes a notice and a text message. */
async function notify({ userId }: Owner, id = `notice-${++sequence}`, kind = 'connection-paused' as const) {
  await world.notices.keep({ _id: id, userId, kind, createdAt: new Date() })
  await world.text({ userId, noticeId: id, kind })
  return id
}
const textOf = (id: string) => world.sms.collection.findOne({ _id: id })

describe('the number of an account', () => {
  it('counts once its code was entered, lies sealed, and is deleted with the switch', async () => {
    const me = caller('parent')
    const phone = `+216${++numbers}`
    const entered = await enter(me, `${phone.slice(0, 4)} ${phone.slice(4)}`)
    expect(entered.body['data']).toEqual({ available: true, phone, state: 'unproven' })
    await deliver()
    expect(service.to(phone).map(({ from, text }) => [from, text])).toEqual([
      ['Darsi', `Darsi : votre code est ${codeTo(phone)}. Ne le donnez à personne.`],
    ])
    const kept = await world.sms.collection.findOne({ userId: me.userId })
    expect(kept).toMatchObject({ state: 'sent', sealed: null })
    expect(JSON.stringify([kept, await world.numbers.find(me.userId)])).not.toContain(phone.slice(4))
    const wrong = await confirm(me, codeTo(phone) === '000000' ? '000001' : '000000')
    expect([wrong.status, wrong.body['code']]).toEqual([400, 'SMS_CODE_WRONG'])
    expect((await confirm(me, codeTo(phone))).body['data']).toMatchObject({ state: 'on' })
    // a code works once
    expect((await confirm(me, codeTo(phone))).status).toBe(400)
    expect((await world.call('DELETE /notifications/sms', { as: me })).status).toBe(200)
    const after = await world.call('GET /notifications/sms', { as: me })
    expect(after.body['data']).toEqual({ available: true, phone: null, state: 'off' })
  })

  it('is not proven by guesses: the sixth attempt fails with the right code too', async () => {
    const me = caller('student')
    const phone = `+216${++numbers}`
    await enter(me, phone)
    await deliver()
    const code = codeTo(phone)
    const wrong = code === '000000' ? '000001' : '000000'
    await Promise.all(Array.from({ length: 5 }, () => confirm(me, wrong)))
    expect((await confirm(me, code)).status).toBe(400)
  })

  it('is Tunisian, and gets five codes a day from all accounts together', async () => {
    const refused = await enter(caller('student'), '+33 6 12 34 56 78')
    expect([refused.status, refused.body['code']]).toEqual([400, 'PHONE_INVALID'])
    const phone = `+216${++numbers}`
    const answers = await Promise.all(Array.from({ length: 7 }, () => enter(caller('student'), phone)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429])
  })

  it('is removed by a suspension and by an erasure, and is in the export before it', async () => {
    const [suspended, erased] = [await withNumber(), await withNumber()]
    const exported = await world.call('GET /me/export/mails', { as: erased.me })
    expect(exported.body).toMatchObject({
      textMessageNumber: { phone: erased.phone },
      textMessages: [{ kind: 'code', state: 'sent' }],
    })
    const at = new Date(Date.now() + 1000).toISOString()
    await world.kafka.account.suspended({
      userId: suspended.userId,
      at,
      email: suspended.email,
      fullName: 'Amal',
      sequence: 900,
    })
    await world.kafka.account.deletionRequested({
      userId: erased.userId,
      at,
      reason: 'own',
      email: erased.email,
      fullName: 'Amal',
      sequence: 901,
    })
    await eventually(async () => (await world.numbers.find(suspended.userId)) === null)
    await world.kafka.published('user.erased', erased.userId, 1)
    expect(await world.numbers.find(erased.userId)).toBeNull()
    expect(await world.sms.collection.countDocuments({ userId: erased.userId })).toBe(0)
  })

  it('is not stored after the erasure, which auth may learn of later', async () => {
    const { id: userId, email } = someone()
    await world.kafka.account.deletionRequested({
      userId,
      reason: 'own',
      email,
      fullName: 'Amal',
      sequence: 902,
    })
    await world.kafka.published('user.erased', userId, 1)
    expect((await enter(caller('student', userId), `+216${++numbers}`)).status).toBe(401)
    expect(await world.numbers.find(userId)).toBeNull()
    expect(await world.sms.collection.countDocuments({ userId })).toBe(0)
  })
})

describe('a text message', () => {
  it('comes with an event once, in the own language, and names nobody', async () => {
    const owner = await withNumber()
    const booking = {
      type: 'place.offered' as const,
      data: {
        waitingRequestId: `w-${owner.userId}`,
        requesterId: owner.userId,
        teacherId: someone().id,
        subject: 'mathematics' as const,
        offeredUntil: new Date(Date.now() + 24 * 3600 * 1000).toISOString(),
        at: new Date().toISOString(),
      },
      personal: {
        email: owner.email,
        fullName: 'Amal',
        language: 'fr' as const,
        teacherName: 'Karim Ben Ali',
      },
    }
    await world.kafka.publish('users', `waiting.${owner.userId}`, 1, booking)
    await eventually(async () => (await world.sms.collection.countDocuments({ userId: owner.userId })) === 2)
    await world.kafka.publish('users', `waiting.${owner.userId}`, 1, booking)
    await Promise.all([deliver(), deliver(), deliver()])
    await deliver()
    expect(owner.news().map(({ text }) => text)).toEqual([
      'Darsi : une place vous est offerte. Répondez aujourd’hui.',
    ])
    expect(owner.news()[0]?.headers['authorization']).toBe('Bearer token of the test')
  })

  it('to a number that the provider refuses is given up', async () => {
    const owner = await withNumber()
    service.answers.set(owner.phone, 'refusedNumber')
    const id = await notify(owner)
    await deliver()
    await deliver(new Date(Date.now() + 3600_000))
    expect(await textOf(id)).toMatchObject({ state: 'dropped', reason: '400' })
    expect(owner.news()).toHaveLength(1)
  })

  it.each([
    ['tooMany', 30_000],
    ['failed', 15_000],
    ['wrongToken', 15_000],
  ] as const)('answered with %s goes later with the same key', async (answer, delayMs) => {
    const owner = await withNumber()
    service.answers.set(owner.phone, answer)
    const id = await notify(owner)
    const now = new Date()
    await deliver(now)
    const text = await textOf(id)
    expect(text).toMatchObject({ state: 'pending', attempt: 1 })
    expect((text?.retryAt.getTime() ?? 0) - now.getTime()).toBe(delayMs)
    service.answers.delete(owner.phone)
    await deliver(new Date(now.getTime() + delayMs + 1000))
    expect((await textOf(id))?.state).toBe('sent')
    const keys = owner.news().map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual([id, id])
  })

  it.each(['silence', 'hang-up', 'proxyGaveUp'] as const)(
    'whose outcome is not known (%s) is never sent a second time',
    async (answer) => {
      const owner = await withNumber()
      service.answers.set(owner.phone, answer)
      const id = await notify(owner)
      await deliver()
      expect((await textOf(id))?.state).toBe('unknown')
      service.answers.delete(owner.phone)
      await deliver(new Date(Date.now() + 3600_000))
      expect(owner.news()).toHaveLength(1)
    },
  )

  it('that a killed process was just sending is not sent again; one that it had only taken is', async () => {
    const owner = await withNumber()
    const [sending, taken] = [await notify(owner), await notify(owner)]
    const old = { retryAt: new Date(Date.now() - 1000), attempt: 1 }
    await world.sms.collection.updateOne({ _id: sending }, { $set: { state: 'sending', ...old } })
    await world.sms.collection.updateOne({ _id: taken }, { $set: old })
    await deliver()
    expect((await textOf(sending))?.state).toBe('unknown')
    expect((await textOf(taken))?.state).toBe('sent')
    expect(owner.news()).toHaveLength(1)
  })

  it('waits for the end of the quiet hours, and not for a notice that was read', async () => {
    const owner = await withNumber()
    await world.devices.setQuiet(owner.userId, { from: 22, to: 6 })
    const [waits, read] = [await notify(owner), await notify(owner)]
    await world.notices.markRead(owner.userId, [read], new Date())
    const day = new Date().toISOString().slice(0, 10)
    // 2 o'clock in Tunis
    const night = new Date(Date.parse(`${day}T01:00:00.000Z`) + 24 * 3600 * 1000)
    await world.sms.collection.updateMany(
      { userId: owner.userId },
      { $set: { createdAt: night, retryAt: night } },
    )
    await deliver(night)
    expect((await textOf(waits))?.retryAt.getTime()).toBe(night.getTime() + 4 * 3600 * 1000)
    expect(await textOf(read)).toMatchObject({ state: 'dropped', reason: 'read' })
    await deliver(new Date(night.getTime() + 4 * 3600 * 1000 + 1000))
    expect(owner.news()).toHaveLength(1)
  })

  it('is not queued for notices that are not urgent, nor for an unproven number', async () => {
    const owner = await withNumber()
    await world.text({ userId: owner.userId, noticeId: 'can-wait', kind: 'report-written' })
    const me = caller('student')
    await enter(me, `+216${++numbers}`)
    await notify({ userId: me.userId }, 'unproven')
    expect([await textOf('can-wait'), await textOf('unproven')]).toEqual([null, null])
  })

  it(`comes ${mostADay} times a day at most, also when all are due at once`, async () => {
    const owner = await withNumber()
    for (let count = 0; count < mostADay + 2; count++) await notify(owner)
    const started = Date.now()
    for (let seconds = 0; seconds < 90; seconds++) await deliver(new Date(started + seconds * 1000))
    expect(owner.news()).toHaveLength(mostADay)
  })
})
