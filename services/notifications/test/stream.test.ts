import { randomUUID } from 'node:crypto'
import { get } from 'node:http'
import { revokedBeforeKey, revokedChannel, revokedSessionKey } from '@darsi/contracts/rules/access-token.ts'
import { liveAdmins, liveChannel } from '@darsi/contracts/rules/live-kinds.ts'
import {
  eventually,
  someone as identity,
  markRevocationsComplete,
  testServers,
} from '@darsi/kit/testing/testing.ts'
import { afterAll, afterEach, describe, expect, it } from '@jest/globals'
import { Redis } from 'ioredis'
import { streamsPerAccount } from '../src/streams/places.ts'
import { readEvents } from './event-reader.ts'
import { startForAll } from './world.ts'

const { world } = await startForAll()
const redis = new Redis(testServers().redisUrl)
await markRevocationsComplete(redis)
afterAll(() => redis.disconnect())

type Reader = Awaited<ReturnType<typeof readEvents>>
const readers: Reader[] = []
const closeAll = () => {
  for (const reader of readers.splice(0)) reader.close()
}
afterEach(closeAll)

async function listen(as: ReturnType<typeof identity>, lastEventId?: string, url = world.url) {
  const headers = await world.gateway.headersFor(as)
  const reader = await readEvents(`${url}/notifications/stream`, {
    ...headers,
    ...(lastEventId && { 'last-event-id': lastEventId }),
  })
  readers.push(reader)
  return reader
}

/** As auth does it. */
async function revoke(key: string, value: number): Promise<void> {
  await redis.set(key, value, 'EX', 60)
  await redis.publish(revokedChannel, key)
}

const loggedIn = (userId: string, sequence: number) =>
  world.kafka.account.loggedIn({ userId, newDevice: true, fullName: 'Amal', sequence })

describe('the live stream', () => {
  it('sends an account its own notices, with kind and id only', async () => {
    const [me, other] = [identity('student'), identity('student')]
    const [mine, theirs] = await Promise.all([listen(me), listen(other)])
    expect(mine.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expect(mine.headers['cache-control']).toContain('no-transform')
    await loggedIn(me.userId, 2)
    const event = await eventually(() => mine.events[0])
    expect(Object.keys(event).sort()).toEqual(['at', 'id', 'kind'])
    expect(event).toMatchObject({ kind: 'notice', id: `auth.${me.userId}.2.user.logged-in` })
    expect(theirs.events).toEqual([])
  })

  it('administrators also receive the updates for all administrators, others do not', async () => {
    const [admin, root, student] = [identity('admin'), identity('super-admin'), identity('student')]
    const [first, second, third] = await Promise.all([listen(admin), listen(root), listen(student)])
    const id = randomUUID()
    await redis.publish(liveChannel(liveAdmins, world.prefix), JSON.stringify({ kind: 'user', id }))
    const hears = (reader: Reader) => reader.events.some((event) => event.id === id)
    await eventually(() => hears(first) && hears(second))
    expect(hears(third)).toBe(false)
  })

  it('a teacher’s open pages reload once a decision about the card is applied', async () => {
    const [teacher, other] = [identity('teacher'), identity('teacher')]
    const [first, second] = await Promise.all([listen(teacher), listen(other)])
    const { userId, role } = teacher
    await world.kafka.account.profileChanged({ userId, role, fullName: 'Amal', phone: '', sequence: 2 })
    const event = await eventually(() => first.events[0])
    expect(event).toMatchObject({ kind: 'notice', id: userId })
    expect(second.events).toEqual([])
  })

  it('refuses nobody', async () => {
    expect((await world.call('GET /notifications/stream')).status).toBe(401)
  })

  it('every tab receives that notices were read, on any process', async () => {
    const me = identity('teacher')
    const second = await world.another()
    const [here, there] = await Promise.all([listen(me), listen(me, undefined, second.url)])
    await world.call('POST /notifications/read', { as: me, body: {} })
    await eventually(() => here.kinds().includes('notice') && there.kinds().includes('notice'))
    there.close()
    await second.stop()
  })

  it('an event that another process handled, and one that came while nobody held the stream, are not lost', async () => {
    const me = identity('student')
    const dying = await world.another()
    const first = await listen(me, undefined, dying.url)
    await loggedIn(me.userId, 2)
    const heard = await eventually(() => first.events[0])
    await dying.stop()
    await eventually(() => first.closedAt() > 0)
    await loggedIn(me.userId, 3)
    await eventually(async () => (await world.notices.collection.countDocuments({ userId: me.userId })) === 2)
    const again = await listen(me, heard.at)
    await eventually(() => again.events.some(({ id }) => id === `auth.${me.userId}.3.user.logged-in`))
    // data without notices is reloaded
    await eventually(() => again.kinds().at(-1) === 'sync')
  })

  it('an invented Last-Event-ID is a first visit', async () => {
    const me = identity('student')
    const earlier = await listen(me)
    await loggedIn(me.userId, 2)
    // a stored notice may not have been published yet
    await eventually(() => earlier.events[0])
    const reader = await listen(me, 'now() or 1=1')
    await world.call('POST /notifications/read', { as: me, body: {} })
    const first = await eventually(() => reader.events[0])
    expect(first.id).toBe(me.userId)
  })

  it('ends when its session is ended, and other sessions’ streams stay', async () => {
    const me = identity('student')
    const elsewhere = { ...me, sessionId: randomUUID() }
    const [mine, kept] = await Promise.all([listen(me), listen(elsewhere)])
    await revoke(revokedSessionKey(me.sessionId), 1)
    await eventually(() => mine.closedAt() > 0)
    expect(kept.closedAt()).toBe(0)
  })

  it('ends when every session of the account is ended', async () => {
    const me = identity('student')
    const reader = await listen(me)
    await revoke(revokedBeforeKey(me.userId), Math.floor(Date.now() / 1000))
    await eventually(() => reader.closedAt() > 0)
  })

  it('ends at once when its session ended before it was subscribed', async () => {
    const me = identity('student')
    await redis.set(revokedSessionKey(me.sessionId), 1, 'EX', 60)
    const reader = await listen(me)
    await eventually(() => reader.closedAt() > 0)
  })

  it('an account holds so many streams over all processes, and a closed one frees its place', async () => {
    const me = identity('student')
    const second = await world.another()
    const urls = [world.url, second.url]
    const open = await Promise.all(
      Array.from({ length: streamsPerAccount }, (_, index) => listen(me, undefined, urls[index % 2])),
    )
    expect(open.map(({ status }) => status)).toEqual(open.map(() => 200))
    const refused = await listen(me)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await listen(identity('student'))).status).toBe(200)
    open[1]?.close()
    await eventually(async () => (await listen(me)).status === 200)
    closeAll()
    await second.stop()
  })

  it('shows teachers as online, and never a learner or a parent', async () => {
    const keys = (id: string) => redis.keys(`*presence:${id}`)
    const [teacher, student, parent] = [identity('teacher'), identity('student'), identity('parent')]
    await Promise.all([listen(student), listen(parent), listen(teacher)])
    await eventually(async () => (await keys(teacher.userId)).length === 1)
    expect(await keys(student.userId)).toEqual([])
    expect(await keys(parent.userId)).toEqual([])
    await redis.del(await keys(teacher.userId))
  })

  it('a disconnected reader leaves no state', async () => {
    await eventually(() => world.streaming.open() === 0)
    const reader = await listen(identity('student'))
    expect(world.streaming.open()).toBe(1)
    reader.close()
    await eventually(() => world.streaming.open() === 0)
  })

  it('a reader that leaves while Redis is slow leaves no stream and keeps no place', async () => {
    await eventually(() => world.streaming.open() === 0)
    const me = identity('teacher')
    const headers = await world.gateway.headersFor(me)
    // the commands of the service wait on their connection
    const slow = world.redis.blpop(`${world.prefix}nothing`, 0.5)
    const request = get(`${world.url}/notifications/stream`, { headers, agent: false })
    request.on('error', () => undefined)
    await new Promise<void>((resolve) => {
      world.server.once('request', (_request, response) => {
        response.once('close', resolve)
        request.destroy()
      })
    })
    await slow
    await eventually(async () => (await redis.zcard(`${world.prefix}streams:${me.userId}`)) === 0)
    expect(world.streaming.open()).toBe(0)
    expect(await redis.keys(`*presence:${me.userId}`)).toEqual([])
  })
})
