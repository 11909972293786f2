import { type ChildProcess, spawn } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { eventually, someone } from '@darsi/kit/testing/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { WebSocket } from 'ws'
import { adult, child, type Lesson, lessonOf, mediaSecret, start, tabOf, type World } from './world.ts'

let [world, engine]: [World | undefined, ChildProcess | undefined] = [undefined, undefined]
let mediaUrl = ''

beforeAll(async () => {
  const [port = 0, tcp = 0, udp = 0] = [await freePort(), await freePort(), await freePort()]
  mediaUrl = `http://127.0.0.1:${port}`
  world = await start({ mediaUrl })
  const config = {
    ...{ port, bind_addresses: ['127.0.0.1'], keys: { darsi: mediaSecret }, room: { auto_create: false } },
    rtc: { udp_port: udp, tcp_port: tcp, node_ip: '127.0.0.1', enable_loopback_candidate: true },
    webhook: { api_key: 'darsi', urls: [`${world.url}/media/webhook`] },
    logging: { level: 'error' },
  }
  const path = process.env['LIVEKIT_SERVER']
  if (!path) throw new Error('LIVEKIT_SERVER is not set: run the tests with npm test or npm run test:it')
  engine = spawn(path, ['--config-body', JSON.stringify(config)], { stdio: 'ignore' })
  await eventually(async () => world?.engine.state() === 'ready')
})
afterAll(async () => {
  await world?.close()
  const ended = new Promise((resolve) => engine?.once('exit', resolve))
  engine?.kill('SIGKILL')
  await ended
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  // `as`: a listening TCP server always has an AddressInfo
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const here = (): World => {
  if (!world) throw new Error('not started')
  return world
}
const open = (lesson: Lesson, as: Lesson['teacher']) => tabOf(here(), lesson, as)

/** Opens the signalling socket. @param at classroom, or the engine itself, which is not reachable from outside */
async function join(token: string, at = here().url) {
  const query = `access_token=${token}&auto_subscribe=1&sdk=js&version=2.23.0&protocol=16`
  const socket = new WebSocket(`${at.replace('http', 'ws')}/rtc?${query}`, {
    headers: await here().headers(),
  })
  const status = await new Promise<number>((resolve) => {
    socket.on('message', () => resolve(101))
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('error', () => {})
  })
  return { socket, status, isOpen: () => socket.readyState === WebSocket.OPEN }
}

async function liveLesson() {
  const lesson = await lessonOf(here(), child)
  const teacher = await open(lesson, lesson.teacher)
  const student = await open(lesson, lesson.student)
  const mother = await open(lesson, lesson.parent)
  return { lesson, teacher, student, mother }
}
const anyRights = {
  ...{ speak: true, shareScreen: true, write: true, admit: true, hold: true, end: true, giveRights: true },
}

describe('voice and video', () => {
  it('are given to nobody before the lesson is live or while it is on hold', async () => {
    const { lesson, teacher, student } = await liveLesson()
    expect((await student.enter()).mediaToken).toBeNull()
    const seat = { sessionId: lesson.sessionId, userId: lesson.student.userId, device: student.device }
    const early = await here().engine.tokenFor(seat, anyRights)
    expect((await join(early)).status).toBe(401)

    await teacher.call('POST /admit')
    const { mediaToken } = await student.enter()
    const joined = await join(mediaToken ?? '')
    expect(joined.status).toBe(101)
    await eventually(async () => (await here().engine.list(lesson.sessionId)).length === 1)

    await teacher.call('POST /hold')
    await eventually(async () => !joined.isOpen())
    expect((await join(mediaToken ?? '')).status).toBe(401)
    await teacher.call('POST /admit')
    expect((await join(mediaToken ?? '')).status).toBe(101)
  })

  it('end within two seconds of a lost consent, and no old token opens them again', async () => {
    const { lesson, teacher, student } = await liveLesson()
    await teacher.call('POST /admit')
    const tokens = [(await student.enter()).mediaToken ?? '', (await teacher.enter()).mediaToken ?? '']
    const sockets = await Promise.all(tokens.map((token) => join(token)))
    expect(sockets.map(({ status }) => status)).toEqual([101, 101])
    await lesson.publishConnection('approved', 'changed', { videoWithdrawn: true })
    await eventually(async () => sockets.every((socket) => !socket.isOpen()), 2000)
    const tries = await Promise.all(Array.from({ length: 20 }, (_, at) => join(tokens[at % 2] ?? '')))
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([401]))
    // the engine has closed this room, also for a client that bypasses classroom
    const past = await Promise.all(tokens.map((token) => join(token, mediaUrl)))
    expect(past.every(({ status }) => status >= 400)).toBe(true)
  })

  it('of a group go on for the others when one seat is cancelled, whose old token opens nothing', async () => {
    const [groupId, lead] = [crypto.randomUUID(), someone('teacher')]
    const one = await lessonOf(here(), adult, { groupId, teacher: lead, name: 'Amina' })
    const two = await lessonOf(here(), adult, { groupId, teacher: lead, name: 'Youssef' })
    const all = [await open(one, lead), await open(one, one.student), await open(two, two.student)]
    await all[0]?.call('POST /admit')
    const tokens = await Promise.all(all.map(async (tab) => (await tab.enter()).mediaToken ?? ''))
    const [ofTeacher, first, second] = await Promise.all(tokens.map((token) => join(token)))
    await eventually(async () => (await here().engine.list(groupId)).length === 3)
    await one.publishLesson('session.cancelled')
    await eventually(() => first?.isOpen() === false, 2000)
    expect((await join(tokens[1] ?? '')).status).toBe(401)
    await eventually(async () => (await here().engine.list(groupId)).length === 2)
    expect(ofTeacher?.isOpen() && second?.isOpen()).toBe(true)
    expect((await join(tokens[2] ?? '')).status).toBe(101)
  })

  it('are closed to a tab that another one took over', async () => {
    const { teacher } = await liveLesson()
    await teacher.call('POST /admit')
    const joined = await join((await teacher.enter()).mediaToken ?? '')
    expect(joined.status).toBe(101)
    await teacher.call('POST /enter', { device: crypto.randomUUID(), takeOver: true })
    await eventually(async () => !joined.isOpen())
  })
})

it('a webhook that the engine did not sign is refused', async () => {
  const body = JSON.stringify({ event: 'participant_joined', room: { name: 'x' } })
  const answer = await fetch(`${here().url}/media/webhook`, { method: 'POST', body })
  expect(answer.status).toBe(401)
})
