import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startConsumer } from '../src/events/consumer.ts'
import { createDeadLetterCount } from '../src/events/dead-letters/dead-letter-count.ts'
import { createDeadLetterLimit } from '../src/events/dead-letters/dead-letter-limit.ts'
import { discard, listDeadLetters, replay } from '../src/events/dead-letters/dlt.ts'
import { type TestBus, testBus } from '../src/testing/events.ts'
import { eventually, silentLog, testServers } from '../src/testing/testing.ts'

describe('dead letters', () => {
  let test: TestBus
  let consumer: Awaited<ReturnType<typeof startConsumer>>
  let broken = true
  const seen: string[] = []

  beforeAll(async () => {
    test = await testBus()
    consumer = await startConsumer({
      bus: test.bus,
      group: 'admin',
      sealer: test.sealer,
      log: silentLog,
      wait: async () => {},
      consumes: {
        'user.erased': async ({ subject }) => {
          if (broken) throw new Error('not understood')
          seen.push(subject)
        },
      },
    })
    await consumer.joined
  })
  afterAll(async () => {
    await test.close()
  })

  const moveToDeadLetters = async () => {
    broken = true
    const userId = randomUUID()
    const data = { userId, service: 'users', at: new Date().toISOString() }
    await test.publish('users', userId, 1, { type: 'user.erased', data })
    return eventually(async () =>
      (await listDeadLetters(test.bus)).find((one) => one.eventId.includes(userId)),
    )
  }
  const again = async (id: string) => (await listDeadLetters(test.bus)).find((one) => one.id === id)
  const command = (...args: string[]) =>
    promisify(execFile)(
      process.execPath,
      [new URL('../src/commands/dlt-cli.ts', import.meta.url).pathname, ...args],
      {
        env: {
          ...process.env,
          KAFKA_BROKERS: testServers().kafkaBrokers.join(','),
          TOPIC_PREFIX: test.topicPrefix,
        },
      },
    )

  const counting = (deadLetterLimit = createDeadLetterLimit()) => ({
    bus: test.bus,
    group: 'admin',
    deadLetterTopics: ['erasure-events.admin.dlt'],
    deadLetterLimit,
    log: silentLog,
    everyMs: 0,
  })

  it('are listed with what failed and where', async () => {
    const deadLetter = await moveToDeadLetters()
    expect(deadLetter).toMatchObject({
      group: 'admin',
      topic: 'erasure-events',
      type: 'tn.darsi.user.erased.v1',
      error: 'Error: not understood',
      attempts: 5,
      replays: 0,
      state: 'waiting',
    })
  })

  it('are handled after the fix, once replayed', async () => {
    const deadLetter = await moveToDeadLetters()
    broken = false
    await replay(test.bus, deadLetter)
    await eventually(() => seen.includes(deadLetter.record.key))
    expect((await again(deadLetter.id))?.state).toBe('replayed')
  })

  it('count their replays when they fail again', async () => {
    const deadLetter = await moveToDeadLetters()
    await replay(test.bus, deadLetter)
    const second = await eventually(async () =>
      (await listDeadLetters(test.bus)).find(
        (one) => one.eventId === deadLetter.eventId && one.id !== deadLetter.id,
      ),
    )
    expect(second).toMatchObject({ replays: 1, state: 'waiting' })
  })

  it('are counted while they wait, also by a process that begins later', async () => {
    const waiting = async () =>
      (await listDeadLetters(test.bus)).filter(({ state }) => state === 'waiting').length
    const [deadLetter, other] = [await moveToDeadLetters(), await moveToDeadLetters()]
    const count = createDeadLetterCount(counting())
    const before = await waiting()
    expect(before).toBeGreaterThanOrEqual(2)
    await eventually(() => count() === before)
    await discard(test.bus, deadLetter)
    await eventually(() => count() === before - 1)
    broken = false
    await replay(test.bus, other)
    await eventually(() => count() === before - 2)
    const later = createDeadLetterCount({ ...counting(), everyMs: 30_000 })
    await eventually(() => later() === before - 2)
  })

  it('can be discarded', async () => {
    const deadLetter = await moveToDeadLetters()
    await discard(test.bus, deadLetter)
    expect((await again(deadLetter.id))?.state).toBe('discarded')
  })

  it('have no limit for the type that an operator allows by command', async () => {
    const deadLetterLimit = createDeadLetterLimit()
    const fail = () => deadLetterLimit.allows('user.erased')
    for (let n = 0; n < 20; n++) fail()
    expect(fail()).toBe(false)
    const allowed = await command('allow', 'admin', 'user.erased')
    expect(allowed.stdout).toMatch(/^allowed user\.erased for admin until 2/)
    const count = createDeadLetterCount(counting(deadLetterLimit))
    await eventually(() => {
      count()
      return fail()
    })
    // the record of the command is not a dead letter
    expect((await command('list', '--all')).stdout).not.toContain('allowed')
    await expect(command('allow', 'auth', 'user.erased-twice')).rejects.toMatchObject({ code: 1 })
  }, 60_000)

  it('are listed, shown, replayed and discarded by command', async () => {
    const deadLetter = await moveToDeadLetters()
    const listed = await command('list')
    expect(listed.stdout).toContain('admin: tn.darsi.user.erased.v1: Error: not understood')
    expect(listed.stdout).toContain(deadLetter.id)
    const shown = JSON.parse((await command('show', deadLetter.id)).stdout)
    expect(shown.headers).toMatchObject({ 'dlt-error': 'Error: not understood' })

    broken = false
    expect((await command('replay', deadLetter.id)).stdout).toBe(`replayed ${deadLetter.id}\n`)
    await eventually(() => seen.includes(deadLetter.record.key))
    expect((await command('list', '--all')).stdout).toContain('replayed')

    const other = await moveToDeadLetters()
    expect((await command('discard', other.id)).stdout).toBe(`discarded ${other.id}\n`)
    await expect(command('show', 'nothing:0:0')).rejects.toMatchObject({ code: 1 })
    await expect(command('moveToDeadLetters')).rejects.toMatchObject({ code: 2 })
  }, 60_000)
})
