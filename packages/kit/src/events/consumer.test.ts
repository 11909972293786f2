import { type DarsiEvent, events } from '@darsi/contracts/events/events.ts'
import { describe, expect, it, jest } from '@jest/globals'
import { currentContext } from '../observability/context.ts'
import { goldenEvents } from '../testing/story.ts'
import { silentLog, testEventTrust } from '../testing/testing.ts'
import type { Message, Received, Turn } from './bus.ts'
import { type ConsumerOptions, type Consumes, createRetried, handle } from './consumer.ts'
import { createDeadLetterLimit } from './dead-letters/dead-letter-limit.ts'
import { boundTo, decode, encode, stateTypeOf } from './envelope.ts'
import { createSealer } from './seal.ts'

const sealer = testEventTrust()

function received(event: DarsiEvent, change: Partial<Received> = {}, type: string = event.type): Received {
  const { id, subject, sequence: seq, time, data, personal } = event
  const { topic } = events[event.type]
  const trust = testEventTrust('', event.producer)
  const sealed = personal === undefined ? {} : { sealed: trust.seal(personal, boundTo({ ...event, type })) }
  const entry = { id, type, version: 1, topic, subject, seq, time, data, ...sealed }
  const message = trust.sign(encode(entry, event.producer))
  return { ...message, partition: 2, offset: '7', bytes: Buffer.from(message.value), ...change }
}

function setUp(consumes: Consumes, failingPublishes = 0) {
  const deadLetters: Message[] = []
  const waits: number[] = []
  const turn: Turn = { alive: async () => {}, stopping: () => false }
  const options: ConsumerOptions = {
    group: 'admin',
    consumes,
    sealer,
    log: silentLog,
    wait: async (ms) => {
      waits.push(ms)
    },
    bus: {
      consume: () => Promise.reject(new Error('not here')),
      ensureTopics: async () => {},
      publish: async (messages) => {
        if (failingPublishes-- > 0) throw new Error('no broker')
        deadLetters.push(...messages)
      },
    },
  }
  return { deadLetters, waits, turn, options }
}

const verified = goldenEvents.find((event) => event.type === 'user.verified') as DarsiEvent<'user.verified'>
/** Delivers a record as Kafka does, again after each pause, until it is handled. */
async function deliver(
  options: ConsumerOptions,
  message: Received,
  turn: Turn,
  paused: (ms: number) => void = () => {},
  retried = createRetried(),
) {
  for (;;) {
    const outcome = await handle(options, message, turn, retried)
    if (typeof outcome === 'string') return outcome
    paused(outcome.retryMs)
  }
}
function withUnknownKey(): Received {
  const value = JSON.stringify({ ...verified.data, sealed: 'dead.beef' })
  const message = testEventTrust('', 'auth').sign({ ...received(verified), value })
  return { ...received(verified), ...message, bytes: Buffer.from(value) }
}
const network = () => Object.assign(new Error('gone'), { name: 'MongoNetworkError' })

describe('a consumer', () => {
  it.each(goldenEvents)('reads $type as it was published', async (golden) => {
    let got: DarsiEvent | undefined
    const { options, turn } = setUp({
      [golden.type]: async (event: DarsiEvent) => {
        got = event
      },
    })
    expect(await handle(options, received(golden), turn)).toBe('done')
    expect(got).toMatchObject(golden)
  })

  it('gives a state record to the row writers only, and ignores it without one', async () => {
    const calls: string[] = []
    const { options, turn, deadLetters } = setUp({ 'user.verified': async () => calls.push('event') })
    const state = received(verified, {}, stateTypeOf(verified.type))
    expect(state.headers['ce_type']).toBe('tn.darsi.state.user.verified.v1')
    expect(await handle(options, state, turn)).toBe('done')
    expect(calls).toEqual([])
    const rowWriters: Consumes = {
      'user.verified': async (event) => calls.push(`row ${event.personal.email}`),
    }
    await handle({ ...options, rowWriters }, state, turn)
    await handle({ ...options, rowWriters }, received(verified), turn)
    expect(calls).toEqual([`row ${verified.personal.email}`, 'event'])
    expect(deadLetters).toEqual([])
  })

  it('refuses an event that was given the type of a state record', async () => {
    const rowWriters: Consumes = { 'user.verified': async () => {} }
    const { options, turn, deadLetters } = setUp({})
    const event = received(verified)
    const headers = { ...event.headers, ce_type: 'tn.darsi.state.user.verified.v1' }
    await handle({ ...options, rowWriters }, { ...event, headers }, turn)
    expect(deadLetters[0]?.headers['dlt-error']).toMatch(/signature is not of this event/)
  })

  it('works in the context of the event', async () => {
    let eventId: string | undefined
    const { options, turn } = setUp({
      'user.verified': async () => {
        eventId = currentContext().eventId
      },
    })
    await handle(options, received(verified), turn)
    expect(eventId).toBe(verified.id)
  })

  it('ignores events that it has no handler for, and types of a later producer', async () => {
    const { options, turn, deadLetters } = setUp({ 'user.approved': async () => {} })
    expect(await handle(options, received(verified), turn)).toBe('done')
    const later = received(verified)
    later.headers['ce_type'] = 'tn.darsi.user.renamed.v1'
    expect(await handle(options, later, turn)).toBe('done')
    expect(deadLetters).toEqual([])
  })

  it('waits for an unavailable database without limit, in place for less than a second', async () => {
    let failures = 50
    const { options, turn, deadLetters, waits } = setUp({
      'user.verified': async () => {
        if (failures-- > 0) throw network()
      },
    })
    const pauses: number[] = []
    const retrying: boolean[] = []
    const reporting = { ...options, retrying: (_: string, isRetried: boolean) => retrying.push(isRetried) }
    expect(await deliver(reporting, received(verified), turn, (ms) => pauses.push(ms))).toBe('done')
    expect(deadLetters).toEqual([])
    expect(waits.length + pauses.length).toBe(50)
    expect(Math.max(...waits)).toBeLessThan(1000)
    expect(Math.max(...pauses)).toBe(5000)
    expect(retrying).toEqual([true, false])
  })

  it('counts the attempts of one record, and begins anew with the next record of its partition', async () => {
    let error = network()
    const { options, turn, deadLetters } = setUp({ 'user.verified': () => Promise.reject(error) })
    const retried = createRetried()
    const run = (offset: string) => handle(options, received(verified, { offset }), turn, retried)
    expect(await run('7')).toEqual({ retryMs: 1600 })
    expect(await run('7')).toEqual({ retryMs: 3200 })
    expect(await run('8')).toEqual({ retryMs: 1600 })
    error = new Error('a bug')
    expect(await run('8')).toBe('done')
    expect(deadLetters[0]?.headers['dlt-attempts']).toBe('9')
    expect(retried.records.size).toBe(0)
  })

  it('leaves the record to the next owner of the partition when it has to stop or loses it', async () => {
    const failing = { 'user.verified': () => Promise.reject(network()) }
    const { options, turn } = setUp(failing)
    expect(await handle(options, received(verified), { ...turn, stopping: () => true })).toBe('given up')
    const alive = () => Promise.reject(new Error('rebalance in progress'))
    expect(await handle(options, received(verified), { ...turn, alive })).toBe('given up')
  })

  it('moves an event that fails five times to the dead-letter topic, bytes and headers as they were', async () => {
    let attempts = 0
    const { options, turn, deadLetters } = setUp(
      {
        'user.verified': async () => {
          attempts++
          throw new Error('no such account amal@example.tn')
        },
      },
      2,
    )
    const message = received(verified)
    expect(await deliver(options, message, turn)).toBe('done')
    expect(attempts).toBe(5)
    expect(deadLetters).toHaveLength(1)
    expect(deadLetters[0]).toMatchObject({
      topic: 'user-events.admin.dlt',
      key: verified.subject,
      value: message.bytes,
    })
    expect(deadLetters[0]?.headers).toMatchObject({
      ...message.headers,
      'dlt-group': 'admin',
      'dlt-topic': 'user-events',
      'dlt-partition': '2',
      'dlt-offset': '7',
      'dlt-attempts': '5',
      // conventions: no personal data where people look for errors
      'dlt-error': 'Error: no such account [hidden]',
    })
  })

  const broken: [string, Partial<Received>, Record<string, string>][] = [
    ['not JSON', { value: '{' }, {}],
    ['without its data', { value: '{}' }, {}],
    ['of a major version that nobody here knows', {}, { ce_type: 'tn.darsi.user.verified.v9' }],
    ['without a sequence', {}, { ce_sequence: '' }],
  ]
  it.each(broken)('moves a record that is %s there at once', async (_what, change, headers) => {
    const { options, turn, deadLetters, waits } = setUp({ 'user.verified': async () => {} })
    const message = received(verified, change)
    Object.assign(message.headers, headers)
    expect(await handle(options, message, turn)).toBe('done')
    expect(deadLetters).toHaveLength(1)
    expect(waits).toEqual([])
  })

  it('waits for a key that a rotation has not brought yet, and no longer than a rotation takes', async () => {
    const { options, turn, deadLetters } = setUp({ 'user.verified': async () => {} })
    let clock = 0
    const pause = (ms: number) => {
      clock += ms
    }
    const reading = { ...options, now: () => clock }
    expect(await deliver(reading, withUnknownKey(), turn, pause)).toBe('done')
    expect(clock).toBeGreaterThan(9 * 60_000)
    expect(clock).toBeLessThan(11 * 60_000)
    expect(deadLetters).toHaveLength(1)
  })

  it('waits once for unknown keys, and not for each record again', async () => {
    const { options, turn, deadLetters } = setUp({ 'user.verified': async () => {} })
    let clock = 0
    const pauses: number[] = []
    const pause = (ms: number) => {
      clock += ms
      pauses.push(ms)
    }
    const retried = createRetried()
    const reading = { ...options, now: () => clock }
    await deliver(reading, withUnknownKey(), turn, pause, retried)
    expect(pauses.length).toBeGreaterThan(5)
    pauses.length = 0
    await deliver(reading, { ...withUnknownKey(), offset: '8', partition: 1 }, turn, pause, retried)
    expect(pauses).toEqual([])
    expect(deadLetters).toHaveLength(2)
  })

  it('waits as long for a key when the clock of the machine jumps by an hour', async () => {
    const { options, turn, deadLetters } = setUp({ 'user.verified': async () => {} })
    const retried = createRetried()
    const run = () => handle(options, withUnknownKey(), turn, retried)
    expect(await run()).toEqual({ retryMs: 1600 })
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3600_000)
    expect(await run()).toEqual({ retryMs: 3200 })
    clock.mockRestore()
    expect(deadLetters).toEqual([])
  })

  it('stops moving events there when most of a type fail, until one is handled', async () => {
    let isBroken = true
    const { options, turn, deadLetters } = setUp({
      'user.verified': async () => {
        if (isBroken) throw new Error('a bug')
      },
    })
    const deadLetterLimit = createDeadLetterLimit()
    for (let n = 0; n < 20; n++) await handle({ ...options, deadLetterLimit }, received(verified), turn)
    expect(deadLetters).toHaveLength(20)
    const stopped = { ...options, deadLetterLimit }
    const repair = () => {
      expect(deadLetterLimit.stopped()).toEqual(['user.verified'])
      isBroken = false
    }
    expect(await deliver(stopped, received(verified), turn, repair)).toBe('done')
    expect(deadLetters).toHaveLength(20)
    expect(deadLetterLimit.stopped()).toEqual([])
  })

  it('moves records that are no events at all there, however many', async () => {
    const { options, turn, deadLetters } = setUp({ 'user.verified': async () => {} })
    const deadLetterLimit = createDeadLetterLimit()
    for (let n = 0; n < 30; n++)
      await handle({ ...options, deadLetterLimit }, { ...received(verified), headers: {} }, turn)
    // no event of that type will ever succeed and end a stop
    expect(deadLetters).toHaveLength(30)
  })
})

describe('an event on the wire', () => {
  it.each(goldenEvents)('$type is a CloudEvent in binary mode', (golden) => {
    const { headers, key, value } = received(golden)
    expect(headers).toMatchObject({
      ce_specversion: '1.0',
      ce_id: golden.id,
      ce_source: `/${golden.producer}`,
      ce_type: `tn.darsi.${golden.type}.v1`,
      ce_subject: key,
      ce_partitionkey: key,
      ce_sequence: String(golden.sequence),
      'content-type': 'application/json',
    })
    const { sealed: _, ...open } = JSON.parse(String(value))
    expect(JSON.stringify(open)).not.toContain('amal')
    // ciphertext may contain these four letters by chance, but never an @
    expect(value).not.toContain('amal@')
  })

  it('needs the key to be read', () => {
    const other = createSealer(Buffer.alloc(32, 7).toString('base64'))
    expect(() => decode(received(verified), other)).toThrow('a key that this service does not have')
  })
})
