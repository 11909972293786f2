import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { movedMark } from '@darsi/contracts/rules/board-limits.ts'
import { boardPath, boardProtocol } from '@darsi/contracts/rules/board-socket.ts'
import { faultyNetwork } from '@darsi/kit/testing/faulty-network.ts'
import { eventually, problemOf, someone, testServers } from '@darsi/kit/testing/testing.ts'
import { unindexedFilters } from '@darsi/kit/testing/unindexed.ts'
import { describe, expect, it, jest } from '@jest/globals'
import { Redis } from 'ioredis'
import { Registry } from 'prom-client'
import { WebSocket } from 'ws'
import { applyUpdate, Doc, encodeStateAsUpdate } from 'yjs'
import { eraseAccount } from '../src/erasure.ts'
import { watchRooms } from '../src/sockets/room-metrics.ts'
import { createSocketRegistry } from '../src/sockets/socket-registry.ts'
import {
  adult,
  child,
  type Lesson,
  lessonOf,
  openBoth,
  start,
  tabOf,
  upgradeStatus,
  worldOfFile,
} from './world.ts'

const world = await worldOfFile()

const open = (lesson: Lesson, as: Lesson['teacher']) => tabOf(world, lesson, as)

describe('a seat', () => {
  it('survives fourteen minutes without a connection: the same tab continues without a click', async () => {
    const { lesson, teacher, student } = await openBoth(world, adult)
    await teacher.call('POST /admit')
    student.close()
    const isThere = async () =>
      (await teacher.room()).people.some(({ userId, present }) => userId === lesson.student.userId && present)
    world.pass(14 * 60_000)
    await eventually(async () => !(await isThere()))
    expect(await teacher.room()).toMatchObject({ state: 'live' })

    await tabOf(world, lesson, lesson.student, student.device)
    await eventually(isThere)
    const { userId } = lesson.student
    const seats = await world.collections.seats.find({ sessionId: lesson.sessionId, userId }).toArray()
    expect(seats).toMatchObject([{ device: student.device, closed: false, stays: [{}] }])
  })

  it('of a lost tab does not keep its person out of another one', async () => {
    const lesson = await lessonOf(world, adult)
    const lost = await open(lesson, lesson.student)
    lost.close()
    world.pass(21_000)
    const other = await open(lesson, lesson.student)
    await eventually(async () => (await other.room()).people.some(({ present }) => present))
    expect(problemOf(await other.call('POST /enter', { device: lost.device, takeOver: false }))).toBe(
      'classroom-seat-taken',
    )
  })
})

describe('the lesson of a child of nine', () => {
  it('is live with a guardian, on hold without one, and readable after the lesson', async () => {
    const { lesson, teacher, student } = await openBoth(world, child)
    expect(await teacher.room()).toMatchObject({ state: 'lobby', lacks: ['guardian', 'admission'] })
    expect(problemOf(await teacher.call('POST /admit'))).toBe('classroom-waiting')
    const mother = await open(lesson, lesson.parent)
    expect((await teacher.call('POST /admit')).status).toBe(200)
    expect(await student.room()).toMatchObject({
      ...{ state: 'live', ageBand: '6-10', media: 'unavailable', lacks: [] },
      rights: { speak: true, write: true, shareScreen: false },
    })
    // the teacher sees the first name of a minor
    const names = (await teacher.room()).people.map(({ part, name, present }) => [part, name, present])
    expect(names).toEqual([
      ['teacher', 'Sami Trabelsi', true],
      ['learner', 'Amina', true],
      ['guardian', 'Leila Ben Salah', true],
    ])

    teacher.strokes.set('a', 1)
    await eventually(async () => student.strokes.get('a') === 1)
    student.strokes.set('b', 2)
    await eventually(async () => teacher.strokes.get('b') === 2)
    // the child cannot draw while the teacher does not allow it
    await teacher.call('POST /rights', { write: false })
    student.strokes.set('refused', 1)
    await teacher.provider.forceSync()
    expect(teacher.strokes.has('refused')).toBe(false)
    student.messages.length = 0
    await teacher.call('POST /rights', { write: true })
    await eventually(async () => student.messages.length > 0)
    student.strokes.set('c', 2)
    await eventually(async () => teacher.strokes.get('c') === 2 && teacher.strokes.get('refused') === 1)

    await mother.leave()
    world.pass(21_000)
    await eventually(async () => (await teacher.room()).state === 'held')
    expect(await student.room()).toMatchObject({
      holdCause: 'guardian-absent',
      rights: { speak: false, write: false },
    })
    teacher.strokes.set('while held', 3)
    const back = await open(lesson, lesson.parent)
    await eventually(async () => (await back.room()).state === 'live')

    expect(problemOf(await student.call('POST /end'))).toBe('forbidden')
    expect((await teacher.call('POST /end')).status).toBe(200)
    await eventually(async () => !student.isOpen() && !teacher.isOpen())
    expect(problemOf(await student.call('POST /enter', { device: student.device }))).toBe('classroom-ended')

    const { data } = (await student.call('GET /board')).body as { data: { pages: { update: string }[] } }
    const read = new Doc()
    applyUpdate(read, Buffer.from(data.pages[0]?.update ?? '', 'base64'))
    expect(read.getMap('strokes').toJSON()).toMatchObject({ a: 1, b: 2 })
    const attendance = (await teacher.call('GET /attendance')).body['data'] as {
      people: { seconds: number }[]
    }
    expect(attendance.people.every(({ seconds }) => seconds >= 0)).toBe(true)
    const types = [
      'classroom.opened',
      'participant.admitted',
      'guardian.absent',
      'lesson.resumed',
      'classroom.ended',
    ] as const
    for (const type of types) expect(await world.kafka.published(type, lesson.sessionId, 1)).toHaveLength(1)
  })

  it('ends for everybody when the consent to video is withdrawn, and nobody gets in again', async () => {
    const lesson = await lessonOf(world, child)
    const all = [
      await open(lesson, lesson.teacher),
      await open(lesson, lesson.student),
      await open(lesson, lesson.parent),
    ]
    await all[0]?.call('POST /admit')
    await lesson.publishConnection('approved', 'changed', { videoWithdrawn: true })
    await eventually(async () => all.every((tab) => !tab.isOpen()))
    for (const tab of all)
      expect(await tab.room()).toMatchObject({ state: 'ended', endCause: 'consent-withdrawn' })
    for (const tab of all)
      expect(problemOf(await tab.call('POST /enter', { device: tab.device }))).toBe('classroom-ended')
  })
})

describe('the board of a minor', () => {
  const text = (t: string) => ({ k: 'text', c: 0, b: 'x', s: 36, t })

  it('refuses contact details, and accepts changes again once they are removed', async () => {
    const { lesson, teacher, student } = await openBoth(world, child)
    const seen: unknown[] = []
    student.document.on('update', () => seen.push(student.document.getMap('o').toJSON()))
    teacher.document.getMap('o').set('a', text('Appelle-moi au 20 123 456'))
    const refusal = JSON.stringify({ type: 'refused', why: 'contact-details', ids: ['a'] })
    await eventually(async () => teacher.messages.includes(refusal))
    // a later stroke waits for the refused one, and comes when that is erased
    teacher.document.getMap('o').set('b', text('triangle'))
    teacher.document.getMap('o').delete('a')
    teacher.provider.forceSync()
    await eventually(async () => student.document.getMap('o').has('b'))
    expect(student.document.getMap('o').has('a')).toBe(false)
    expect(JSON.stringify(seen)).not.toContain('20 123 456')
    const { sessionId } = lesson
    const [kept] = await world.collections.texts.find({ sessionId }).toArray()
    const [event] = await world.kafka.published('board.written', kept?._id ?? '', 1)
    expect(event).toMatchObject({
      data: { connectionId: lesson.connectionId, by: lesson.teacher.userId },
      personal: { text: 'triangle' },
    })
    expect(teacher.isOpen()).toBe(true)
  })

  it('of an adult takes them', async () => {
    const { lesson, teacher, student } = await openBoth(world, adult)
    teacher.document.getMap('o').set('a', text('Appelez-moi au 20 123 456'))
    await eventually(async () => student.document.getMap('o').has('a'))
    const { sessionId } = lesson
    expect(await world.collections.texts.countDocuments({ sessionId })).toBe(0)
  })
})

describe('a seat', () => {
  it('is one tab: a second one asks which to keep, and the first one is closed', async () => {
    const lesson = await lessonOf(world, adult)
    const first = await open(lesson, lesson.teacher)
    const device = randomUUID()
    expect(problemOf(await first.call('POST /enter', { device }))).toBe('classroom-seat-taken')
    expect((await first.call('POST /enter', { device, takeOver: true })).status).toBe(200)
    await eventually(async () => !first.isOpen())
  })

  it('is not given to strangers, before the time or after it', async () => {
    const lesson = await lessonOf(world, adult)
    const body = { device: randomUUID() }
    const stranger = await world.call(`POST /classroom/${lesson.sessionId}/enter`, {
      as: someone('teacher'),
      body,
    })
    expect(stranger.status).toBe(404)
    expect((await world.call(`GET /classroom/${lesson.sessionId}`, { as: someone('parent') })).status).toBe(
      404,
    )
    await world.collections.rooms.updateOne(
      { _id: lesson.sessionId },
      { $set: { startsAt: new Date(world.now().getTime() + 11 * 60_000) } },
    )
    const early = await world.call(`POST /classroom/${lesson.sessionId}/enter`, { as: lesson.teacher, body })
    expect(problemOf(early)).toBe('classroom-closed')
  })
})

describe('an upgrade', () => {
  const attempt = (path: string, protocols: string[], headers: Record<string, string>) =>
    upgradeStatus(world, path, protocols, headers)

  it('needs the gateway, a ticket of the last 30 seconds that nobody used, and a known path', async () => {
    const lesson = await lessonOf(world, adult)
    const seat = await open(lesson, lesson.teacher)
    const headers = await world.headers()
    const { ticket } = await seat.enter()
    const offer = (value: string) => [boardProtocol, `ticket.${value}`]
    expect(await attempt(boardPath, offer(ticket), {})).toBe(401)
    expect(await attempt(boardPath, [boardProtocol], headers)).toBe(401)
    expect(await attempt(boardPath, offer('forged'), headers)).toBe(401)
    expect(await attempt('/ws/other', offer(ticket), headers)).toBe(404)
    expect(await attempt(boardPath, offer(ticket), headers)).toBe(101)
    expect(await attempt(boardPath, offer(ticket), headers)).toBe(401)
    // without an engine
    expect(await attempt('/rtc?access_token=x', [], headers)).toBe(503)
  })

  it('with an oversized frame ends that socket alone', async () => {
    const lesson = await lessonOf(world, adult)
    const seat = await open(lesson, lesson.teacher)
    const { ticket } = await seat.enter()
    const protocols = [boardProtocol, `ticket.${ticket}`]
    const socket = new WebSocket(`${world.url.replace('http', 'ws')}${boardPath}`, protocols, {
      headers: await world.headers(),
    })
    const code = await new Promise((resolve) => {
      socket.on('open', () => socket.send(Buffer.alloc(2 * 1024 * 1024)))
      socket.on('close', resolve)
      socket.on('error', () => {})
    })
    expect(code).toBe(1009)
    expect(seat.isOpen()).toBe(true)
  })
})

it('strokes are stored, also while the lock of a killed process remains', async () => {
  const lesson = await lessonOf(world, adult)
  const { sessionId } = lesson
  const redis = new Redis(testServers().redisUrl)
  await redis.set(`board:${sessionId}/1:lock`, 'of a process that is gone')
  const teacher = await open(lesson, lesson.teacher)
  teacher.strokes.set('a', 1)
  await eventually(async () => (await world.collections.pages.countDocuments({ sessionId })) === 1)
  await redis.quit()
})

it('strokes are stored once the database is back, also when every tab has closed since', async () => {
  const lesson = await lessonOf(world, adult)
  const { sessionId } = lesson
  const teacher = await open(lesson, lesson.teacher)
  const notPrimary = Object.assign(new Error('not primary'), { code: 10107 })
  const insert = jest.spyOn(world.collections.pages, 'insertOne').mockRejectedValueOnce(notPrimary)
  teacher.strokes.set('a', 1)
  await eventually(() => insert.mock.calls.length > 0)
  insert.mockRestore()
  teacher.close()
  const isStored = async () => (await world.collections.pages.countDocuments({ sessionId })) === 1
  await eventually(isStored, 15_000)
})

it('a page opens also when Redis stopped answering without closing its connections', async () => {
  const network = await faultyNetwork()
  const url = new URL(testServers().redisUrl)
  const port = Number(url.port || 6379)
  await network.proxy(url.hostname, port)
  const redisUrl = `redis://127.0.0.1:${network.reach({ host: url.hostname, port }).port}`
  const other = await start({ redisUrl })
  try {
    const lesson = await lessonOf(other, adult)
    const teacher = await tabOf(other, lesson, lesson.teacher)
    await teacher.call('POST /pages')
    network.swallow()
    const opened = await Promise.race([teacher.open('2'), sleep(12_000)])
    expect(opened).toBeInstanceOf(Doc)
  } finally {
    await other.close()
    network.close()
  }
})

it('metrics count the rooms with somebody present, and an engine only where there is one', async () => {
  const other = await start()
  try {
    const lesson = await lessonOf(other, adult)
    const registry = new Registry()
    const { collections, engine } = other
    watchRooms(registry, { ...collections, registry: createSocketRegistry(), engine })
    const shows = async (sample: string) => (await registry.metrics()).includes(`\n${sample}`)
    const teacher = await tabOf(other, lesson, lesson.teacher)
    const student = await tabOf(other, lesson, lesson.student)
    await teacher.call('POST /admit')
    await eventually(() => shows('classroom_rooms{state="live"} 1'))
    expect(await shows('classroom_media_ready')).toBe(false)
    teacher.close()
    student.close()
    other.pass(61_000)
    await eventually(() => shows('classroom_rooms{state="live"} 0'), 15_000)
    expect(await other.collections.rooms.countDocuments({ state: 'live' })).toBe(1)
  } finally {
    await other.close()
  }
})

it('metrics do not read the whole history', async () => {
  const registry = new Registry()
  watchRooms(registry, { ...world.collections, registry: createSocketRegistry(), engine: world.engine })
  expect(await unindexedFilters(() => registry.metrics())).toEqual([])
})

it('an erasure does not read the whole history', async () => {
  const { student } = await lessonOf(world, adult)
  expect(await unindexedFilters(() => eraseAccount(world.parts, student.userId, world.now()))).toEqual([])
})

it('a deleted account leaves no attendance and no boards', async () => {
  const { lesson, teacher } = await openBoth(world, adult)
  await teacher.call('POST /admit')
  teacher.strokes.set('a', 1)
  await eventually(
    async () => (await world.collections.pages.countDocuments({ sessionId: lesson.sessionId })) === 1,
  )
  const { userId } = lesson.student
  await world.kafka.account.deletionRequested({ userId, by: userId, fullName: 'Amina Ben Salah' })
  expect(await world.kafka.published('user.erased', userId, 1)).toHaveLength(1)
  expect(await world.collections.pages.countDocuments({ sessionId: lesson.sessionId })).toBe(0)
  expect(await world.collections.seats.countDocuments({ userId })).toBe(0)
  // a page that is still open in some process
  await world.parts.boards.store(`${lesson.sessionId}/1`, encodeStateAsUpdate(teacher.document), world.now())
  expect(await world.collections.pages.countDocuments({ sessionId: lesson.sessionId })).toBe(0)
  expect(await teacher.room()).toMatchObject({ state: 'ended', endCause: 'account-suspended' })
})

it('administrators see the board of a reported concern with recently erased objects; each view is audited', async () => {
  const { lesson, teacher, student } = await openBoth(world, adult)
  const ofTeacher = teacher.document.getMap('o')
  const isOnBoth = (id: string) => eventually(async () => student.document.getMap('o').has(id))
  ofTeacher.set('kept', { t: 'triangle' })
  ofTeacher.set('erased', { t: 'write to me' })
  ofTeacher.set('changed', { t: 'before' })
  await isOnBoth('changed')
  ofTeacher.delete('erased')
  ofTeacher.set('changed', { t: 'after' })
  // of a moved object no earlier place is kept
  for (const step of [2, 4]) ofTeacher.set(`kept${movedMark}`, { p: Uint8Array.of(step, step) })
  ofTeacher.set('last', { t: 'circle' })
  await isOnBoth('last')
  const { sessionId } = lesson
  await eventually(async () => (await world.collections.erased.countDocuments({ sessionId })) === 2)
  await eventually(async () => {
    const stored = new Doc()
    for (const { update } of await world.parts.boards.of(sessionId)) applyUpdate(stored, update)
    return stored.getMap('o').has('last')
  })
  await student.call('POST /report', { reason: 'behaviour', text: 'He shouted' })
  const [report] = await world.collections.reports.find({ sessionId }).toArray()
  const key = `POST /admin/classroom-reports/${report?._id}/view`
  for (const as of [lesson.teacher, lesson.student, someone('parent')])
    expect((await world.call(key, { as })).status).toBe(403)

  const admin = someone('admin')
  // `as`: the declared answer
  const { data } = (await world.call(key, { as: admin })).body as {
    data: { pages: { update: string }[]; people: { name: string }[] }
  }
  expect(data.people.map(({ name }) => name)).toEqual(['Sami Trabelsi', 'Amina Ben Salah'])
  const read = new Doc()
  applyUpdate(read, Buffer.from(data.pages[0]?.update ?? '', 'base64'))
  const texts = Object.values(read.getMap('o').toJSON()).flatMap(({ t }) => t ?? [])
  expect(texts.sort()).toEqual(['after', 'before', 'circle', 'triangle', 'write to me'])
  const [viewed] = await world.kafka.published('classroom.evidence-viewed', String(report?._id), 1)
  expect(viewed).toMatchObject({ data: { by: admin.userId, sessionId } })
  expect((await world.call('POST /admin/classroom-reports/other/view', { as: admin })).status).toBe(404)
})

it('a concern from inside the room is reported with the board as it was', async () => {
  const lesson = await lessonOf(world, adult)
  const student = await open(lesson, lesson.student)
  expect(problemOf(await student.call('POST /report', { reason: 'other', text: ' ' }))).toBe(
    'reason-required',
  )
  expect((await student.call('POST /report', { reason: 'behaviour', text: 'He shouted' })).status).toBe(201)
  const [report] = await world.collections.reports.find({ sessionId: lesson.sessionId }).toArray()
  const [event] = await world.kafka.published('classroom.reported', String(report?._id), 1)
  expect(event).toMatchObject({
    data: { reason: 'behaviour', severity: 'medium', aboutUserId: lesson.teacher.userId },
    personal: { text: 'He shouted' },
  })
})
