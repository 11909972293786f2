import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Connection } from 'mongoose'
import { connectMongo } from '../src/mongo/mongo.ts'
import { type TestBus, testBus } from '../src/testing/events.ts'
import { eventually, testEventKey, testServers, unique } from '../src/testing/testing.ts'

type Row = { _id: string; times: number; src: Record<string, number> }

describe('a consumer that is killed', () => {
  const database = unique('kit')
  const children: ChildProcess[] = []
  let direct: TestBus
  let connection: Connection

  beforeAll(async () => {
    direct = await testBus()
    connection = await connectMongo(testServers().mongoUrl, database)
  })
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await direct.close()
    await connection.dropDatabase()
    await connection.close()
  })

  const start = (...more: string[]) => {
    const script = new URL('./consumer-process.ts', import.meta.url).pathname
    const child = spawn(process.execPath, [script, direct.topicPrefix, database, testEventKey, ...more])
    children.push(child)
    const said: string[] = []
    child.stdout.on('data', (text) => said.push(...String(text).trim().split('\n')))
    return { said, kill: () => child.kill('SIGKILL') }
  }

  it('between the effect and the commit receives the event again, and the effect happens once', async () => {
    const userId = randomUUID()
    const data = { userId, service: 'users', at: new Date().toISOString() }
    const victim = start('hangs')
    await direct.publish('users', userId, 1, { type: 'user.erased', data })
    await eventually(() => victim.said.includes('applied'))
    victim.kill()

    const next = start()
    // the session of the killed one is over after 10 s
    await eventually(() => next.said.length > 0, 25_000)
    expect(next.said).toEqual(['stale'])
    const row = await connection.collection<Row>('rows').findOne({ _id: userId })
    expect(row).toMatchObject({ times: 1, src: { users: 1 } })
  }, 60_000)
})
