import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { EventInput } from '@darsi/contracts/events/events.ts'
import { revokedSessionKey } from '@darsi/contracts/rules/access-token.ts'
import {
  someone as caller,
  dataOf,
  eventually,
  markRevocationsComplete,
  serveHttp,
  silentLog,
} from '@darsi/kit/testing/testing.ts'
import { afterAll, describe, expect, it } from '@jest/globals'
import { deliverPushes, removeEnded } from '../src/push/deliver-pushes.ts'
import { smtpSink } from './smtp-sink.ts'
import { someone, start } from './world.ts'

/** A push service on loopback: stores what it receives and returns the configured answer. */
async function pushService() {
  const received: { path: string; headers: IncomingMessage['headers']; body: Buffer }[] = []
  const answers = new Map<string, { status: number; headers?: Record<string, string> } | 'silence'>()
  const { url, close } = await serveHttp((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks) })
      const answer = answers.get(path) ?? { status: 201 }
      if (answer !== 'silence') response.writeHead(answer.status, answer.headers).end()
    })
  })
  return {
    url,
    answers,
    to: (path: string) => received.filter((each) => each.path === path),
    close,
  }
}

/** What a browser does with a message (RFC 8291, aes128gcm of RFC 8188). */
function browser() {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  const auth = randomBytes(16)
  const hmac = (key: Buffer, data: Buffer) => createHmac('sha256', key).update(data).digest()
  return {
    keys: { p256dh: curve.getPublicKey('base64url'), auth: auth.toString('base64url') },
    open: (body: Buffer): Record<string, string> => {
      const salt = body.subarray(0, 16)
      const keyLength = body[20] ?? 0
      const sender = body.subarray(21, 21 + keyLength)
      const sealed = body.subarray(21 + keyLength)
      const info = Buffer.concat([
        Buffer.from('WebPush: info\0'),
        curve.getPublicKey(),
        sender,
        Buffer.from([1]),
      ])
      const pseudoRandom = hmac(salt, hmac(hmac(auth, curve.computeSecret(sender)), info))
      const expand = (label: string, length: number) =>
        hmac(
          pseudoRandom,
          Buffer.concat([Buffer.from(`Content-Encoding: ${label}\0`), Buffer.from([1])]),
        ).subarray(0, length)
      const decipher = createDecipheriv('aes-128-gcm', expand('aes128gcm', 16), expand('nonce', 12))
      decipher.setAuthTag(sealed.subarray(-16))
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      // a mark and padding follow the text
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString())
    },
  }
}

const sink = await smtpSink()
const service = await pushService()
const world = await start(sink.url, service.url)
afterAll(async () => {
  await world.close()
  await sink.close()
  await service.close()
})

const deliver = (at: Date) => deliverPushes(world.pushParts, { now: () => at, log: silentLog })
/** Delivers as if it were day, also when the tests run at night. */
const byDay = async (userId: string) => {
  await world.devices.setQuiet(userId, null)
  await deliver(new Date())
}

/** An account with one device; `path` is the device's address at the push service. */
async function withDevice(name = 'a') {
  const { id: userId, email } = someone()
  const me = caller('student', userId)
  const own = browser()
  const path = `/${name}-${userId}`
  const register = (endpoint = `${service.url}${path}`) =>
    world.call('POST /notifications/push/devices', {
      as: me,
      body: { endpoint, ...own.keys },
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', 'accept-language': 'fr' },
    })
  const answer = await register()
  return { userId, email, me, path, register, answer, open: own.open }
}

let sequence = 1
/** A notice with a mail: a login from a new device. */
const notify = ({ userId, email }: { userId: string; email: string }, at = new Date()) =>
  world.kafka.account.loggedIn({
    userId,
    at: at.toISOString(),
    newDevice: true,
    email,
    fullName: 'Amal Trabelsi',
    device: 'Chrome on Windows',
    sequence: ++sequence,
  })
const queued = (userId: string) =>
  eventually(async () => (await world.pushes.collection.findOne({ userId, state: 'pending' })) ?? null)
const pushOf = (userId: string) => world.pushes.collection.findOne({ userId })

describe('a device', () => {
  it('is registered for its session, listed with its name and removed', async () => {
    const { me, answer } = await withDevice()
    expect(answer.status).toBe(201)
    expect(answer.body['data']).toMatchObject({
      devices: [{ name: 'Firefox on Linux', isCurrent: true }],
      quiet: { from: 21, to: 7 },
    })
    const list = await world.call('GET /notifications/push', { as: me })
    const { devices } = dataOf<{ devices: { id: string }[] }>(list)
    const key = `DELETE /notifications/push/devices/${devices[0]?.id}`
    expect((await world.call(key, { as: caller('student') })).status).toBe(404)
    expect((await world.call(key, { as: me })).status).toBe(200)
    expect((await world.call(key, { as: me })).status).toBe(404)
  })

  it.each([
    'https://169.254.169.254/latest',
    'http://127.0.0.1:1/x',
    'https://mongo/x',
    'http://localhost/x',
  ])('with the endpoint %s is refused', async (endpoint) => {
    const { register } = await withDevice()
    const refused = await register(endpoint)
    expect([refused.status, refused.body['code']]).toEqual([400, 'PUSH_ENDPOINT_REFUSED'])
  })

  it('of a shared computer belongs to the account that registered it last, and its keys are sealed', async () => {
    const first = await withDevice('shared')
    const second = caller('parent')
    const body = { endpoint: `${service.url}${first.path}`, ...browser().keys }
    const again = await world.call('POST /notifications/push/devices', { as: second, body })
    expect(again.status).toBe(201)
    expect(await world.devices.ofAccount(first.userId)).toEqual([])
    const [device] = await world.devices.ofAccount(second.userId)
    expect(JSON.stringify(device)).not.toContain(body.p256dh)
    expect(JSON.stringify(device)).not.toContain(first.path)
  })
})

describe('the device of a session', () => {
  it('that began 29 days ago ends with the session, also after a password proof today', async () => {
    const day = 24 * 3600 * 1000
    const me = caller('student')
    const as = { ...me, sessionExp: me.authTime + day / 1000 }
    const body = { endpoint: `${service.url}/${me.userId}`, ...browser().keys }
    const registered = await world.call('POST /notifications/push/devices', { as, body })
    expect(registered.status).toBe(201)
    const [device] = await world.devices.ofAccount(me.userId)
    expect(device?.expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + day)
  })
})

describe('a push message', () => {
  it('announces a notice in the person’s language, without names, once', async () => {
    const device = await withDevice()
    await notify(device)
    await queued(device.userId)
    await byDay(device.userId)
    await deliver(new Date())
    const [push, ...more] = service.to(device.path)
    if (!push) throw new Error('no push')
    expect(more).toEqual([])
    expect(push.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      topic: 'account',
      urgency: 'normal',
    })
    expect(push.headers['authorization']).toMatch(/^vapid t=/)
    const message = device.open(push.body)
    expect(message).toEqual({
      title: 'Darsi',
      body: 'Il y a du nouveau pour votre compte.',
      url: '/fr/dashboard?notice=new-device',
      tag: 'account',
      lang: 'fr',
    })
    expect((await pushOf(device.userId))?.state).toBe('sent')
  })

  it('waits for the end of the quiet hours', async () => {
    const device = await withDevice()
    const put = await world.call('PUT /notifications/push/quiet', {
      as: device.me,
      body: { quiet: { from: 22, to: 6 } },
    })
    expect(put.status).toBe(200)
    const day = new Date().toISOString().slice(0, 10)
    const tomorrow = new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 3600 * 1000).toISOString().slice(0, 10)
    await notify(device)
    const push = await queued(device.userId)
    // the night after
    const night = new Date(`${tomorrow}T01:00:00.000Z`)
    await world.pushes.collection.updateOne({ _id: push._id }, { $set: { createdAt: night, retryAt: night } })
    await deliver(night)
    expect(service.to(device.path)).toEqual([])
    expect((await pushOf(device.userId))?.retryAt.toISOString()).toBe(`${tomorrow}T05:00:00.000Z`)
    await deliver(new Date(`${tomorrow}T05:00:01.000Z`))
    expect(service.to(device.path)).toHaveLength(1)
  })

  it('is not sent for a notice that was read meanwhile', async () => {
    const device = await withDevice()
    await notify(device)
    await queued(device.userId)
    await world.call('POST /notifications/read', { as: device.me, body: {} })
    await byDay(device.userId)
    expect(service.to(device.path)).toEqual([])
    expect(await pushOf(device.userId)).toMatchObject({ state: 'dropped', reason: 'read' })
  })

  it.each([404, 410])('answered with %i removes the device', async (status) => {
    const device = await withDevice()
    service.answers.set(device.path, { status })
    await notify(device)
    await queued(device.userId)
    await byDay(device.userId)
    expect(await world.devices.ofAccount(device.userId)).toEqual([])
    expect((await pushOf(device.userId))?.state).toBe('dropped')
  })

  it('is tried again later when the push service fails, as late as it asks', async () => {
    const device = await withDevice()
    service.answers.set(device.path, { status: 503, headers: { 'retry-after': '120' } })
    await notify(device)
    await queued(device.userId)
    await world.devices.setQuiet(device.userId, null)
    const now = new Date()
    await deliver(now)
    const push = await pushOf(device.userId)
    expect(push).toMatchObject({ state: 'pending', attempt: 1, reason: '503' })
    expect((push?.retryAt.getTime() ?? 0) - now.getTime()).toBe(120_000)
    service.answers.delete(device.path)
    await deliver(new Date(now.getTime() + 121_000))
    expect((await pushOf(device.userId))?.state).toBe('sent')
  })

  it('never leads to another host', async () => {
    const device = await withDevice()
    service.answers.set(device.path, { status: 302, headers: { location: `${service.url}/elsewhere` } })
    await notify(device)
    await queued(device.userId)
    await byDay(device.userId)
    expect(service.to('/elsewhere')).toEqual([])
    expect((await pushOf(device.userId))?.state).toBe('pending')
  })

  it('a push service that does not answer delays no mail', async () => {
    const device = await withDevice()
    service.answers.set(device.path, 'silence')
    await notify(device)
    await queued(device.userId)
    const sending = byDay(device.userId)
    await eventually(() => service.to(device.path).length === 1)
    await eventually(() => sink.to(device.email).length === 1, 8000)
    expect((await pushOf(device.userId))?.state).toBe('pending')
    await sending
    expect(await pushOf(device.userId)).toMatchObject({ state: 'pending', reason: 'TimeoutError' })
  }, 60_000)
})

describe('the devices of an account', () => {
  const at = () => new Date(Date.now() + 1000).toISOString()

  it('are removed with the session that registered them', async () => {
    const device = await withDevice()
    await markRevocationsComplete(world.redis)
    await world.redis.set(revokedSessionKey(device.me.sessionId), '1', 'EX', 60)
    await removeEnded(world.pushParts)
    expect(await world.devices.ofAccount(device.userId)).toEqual([])
  })

  const person = { email: 'new@example.tn', fullName: 'Amal', language: 'fr' as const }
  const of = (userId: string) => ({ userId, role: 'student' as const })
  const endings: Record<string, (userId: string, sessionId: string) => EventInput> = {
    'the end of all other sessions': (userId, sessionId) => ({
      type: 'user.sessions-ended',
      data: { ...of(userId), at: at(), reason: 'owner', sessionId },
    }),
    'a new address': (userId, sessionId) => ({
      type: 'user.email-changed',
      data: { ...of(userId), sessionId },
      personal: { ...person, oldEmail: 'old@example.tn' },
    }),
    'a second factor that was added': (userId, sessionId) => ({
      type: 'user.second-factor-changed',
      data: { ...of(userId), change: 'enrolled', sessionId },
      personal: person,
    }),
  }
  it.each(Object.entries(endings))(
    'are removed with all sessions but the one that asked: %s',
    async (_, ending) => {
      const [stays, goes] = [await withDevice(), await withDevice()]
      const end = (userId: string, sessionId: string) =>
        world.kafka.publish('auth', userId, ++sequence, ending(userId, sessionId))
      await end(goes.userId, 'another')
      await end(stays.userId, stays.me.sessionId)
      await eventually(async () => (await world.devices.ofAccount(goes.userId)).length === 0)
      await notify(stays)
      await eventually(() => world.notices.collection.findOne({ userId: stays.userId, kind: 'new-device' }))
      expect(await world.devices.ofAccount(stays.userId)).toHaveLength(1)
    },
  )

  it('stay when a recovery code was used, which ends no session', async () => {
    const device = await withDevice()
    await world.kafka.publish('auth', device.userId, ++sequence, {
      type: 'user.second-factor-changed',
      data: { ...of(device.userId), change: 'recovery-used' },
      personal: person,
    })
    await eventually(() => world.notices.collection.findOne({ userId: device.userId }))
    expect(await world.devices.ofAccount(device.userId)).toHaveLength(1)
  })

  it('go when the account is suspended, before the notice about it could reach them', async () => {
    const device = await withDevice()
    await world.kafka.account.suspended({
      userId: device.userId,
      at: at(),
      email: device.email,
      fullName: 'Amal',
      sequence: ++sequence,
    })
    await eventually(async () => (await world.devices.ofAccount(device.userId)).length === 0)
    await eventually(() => world.notices.collection.findOne({ userId: device.userId }))
    expect(await pushOf(device.userId)).toBeNull()
  })

  it('are removed by an erasure, and are in the export before it', async () => {
    const device = await withDevice()
    const exported = await world.call('GET /me/export/mails', { as: device.me })
    expect(exported.body).toMatchObject({
      pushDevices: [{ name: 'Firefox on Linux' }],
      quietHours: { from: 21, to: 7 },
    })
    await world.devices.setQuiet(device.userId, null)
    await notify(device)
    await queued(device.userId)
    await world.kafka.account.deletionRequested({
      userId: device.userId,
      at: at(),
      reason: 'own',
      email: device.email,
      fullName: 'Amal',
      sequence: ++sequence,
    })
    await world.kafka.published('user.erased', device.userId, 1)
    expect(await world.devices.ofAccount(device.userId)).toEqual([])
    expect(await pushOf(device.userId)).toBeNull()
    expect(await world.devices.quietHours.findOne({ _id: device.userId })).toBeNull()
    // auth may end the sessions later
    expect((await device.register()).status).toBe(401)
    const quiet = await world.call('PUT /notifications/push/quiet', { as: device.me, body: { quiet: null } })
    expect(quiet.status).toBe(401)
    expect(await world.devices.ofAccount(device.userId)).toEqual([])
    expect(await world.devices.quietHours.findOne({ _id: device.userId })).toBeNull()
  })
})
