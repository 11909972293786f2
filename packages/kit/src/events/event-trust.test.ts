import { type DarsiEvent, events } from '@darsi/contracts/events/events.ts'
import type { Service } from '@darsi/contracts/reference/services.ts'
import { describe, expect, it } from '@jest/globals'
import { goldenEvents } from '../testing/story.ts'
import { silentLog, testEventTrust } from '../testing/testing.ts'
import type { Message, Received } from './bus.ts'
import { type Consumes, createRetried, handle } from './consumer.ts'
import { replay, toDeadLetter } from './dead-letters/dlt.ts'
import { boundTo, encode } from './envelope.ts'
import { signatureHeader } from './event-trust.ts'

const prefix = 'system-1.'
const trust = testEventTrust(prefix)
const stranger = Buffer.alloc(32, 's').toString('base64')

/** @param change applied to the entry before it is signed */
function record(
  event: DarsiEvent,
  change: Partial<DarsiEvent> = {},
  sealedFor: DarsiEvent = event,
): Received {
  const {
    id,
    type,
    subject,
    sequence: seq,
    time,
    data,
    personal,
    producer,
  } = { ...event, ...change } as DarsiEvent
  const own = testEventTrust(prefix, producer)
  const sealed = personal === undefined ? {} : { sealed: own.seal(personal, boundTo(sealedFor)) }
  const { topic } = events[type]
  const entry = { id, type, version: 1, topic, subject, seq, time, data, ...sealed }
  return asReceived(own.sign(encode(entry, producer)))
}

function asReceived(message: Message, change: Partial<Received> = {}): Received {
  const bytes = Buffer.from(message.value)
  return { ...message, value: bytes.toString(), bytes, partition: 0, offset: '1', ...change }
}

async function consume(message: Received, sealer: Parameters<typeof handle>[0]['sealer'] = trust) {
  const handled: DarsiEvent[] = []
  const deadLetters: Message[] = []
  const note = async (event: DarsiEvent) => handled.push(event)
  // `as`: one entry per type of the table
  const consumes = Object.fromEntries(Object.keys(events).map((type) => [type, note])) as Consumes
  const bus = {
    publish: async (messages: readonly Message[]) => void deadLetters.push(...messages),
    ensureTopics: async () => {},
    consume: () => Promise.reject(new Error('not here')),
  }
  const turn = { alive: async () => {}, stopping: () => false }
  let clock = 0
  const options = {
    bus,
    group: 'admin',
    consumes,
    sealer,
    log: silentLog,
    wait: async () => {},
    now: () => clock,
  }
  const retried = createRetried()
  while ((await handle(options, message, turn, retried)) !== 'done') clock += 300_000
  return { handled, deadLetters, error: deadLetters[0]?.headers['dlt-error'] }
}

const otherThan = (producer: Service): Service => (producer === 'auth' ? 'users' : 'auth')
const header = (message: Received, name: string, value: string) => ({
  ...message,
  headers: { ...message.headers, [name]: value },
})

describe.each(goldenEvents)('$type', (event) => {
  it('is handled when its producer signed it', async () => {
    const { handled, deadLetters } = await consume(record(event))
    expect(handled).toMatchObject([event])
    expect(deadLetters).toEqual([])
  })

  const forged: [string, () => Received, RegExp][] = [
    ['carries no signature', () => asReceived(unsigned(record(event))), /not signed/],
    ['is signed with a key of a stranger', () => signedWith(event, stranger), /signature is not/],
    [
      'is signed with a key that nobody knows',
      () => header(record(event), signatureHeader, 'auth.unknown c2ln'),
      /does not know/,
    ],
    [
      "is signed by another service in its producer's name",
      () => {
        const made = asReceived(unsigned(record(event)))
        return asReceived(testEventTrust(prefix, otherThan(event.producer)).sign(made))
      },
      /signed an event of/,
    ],
    [
      'is published by a service that is not its producer',
      () => record(event, { producer: otherThan(event.producer) }),
      /is not its producer|speaks of another/,
    ],
    [
      'is copied under another subject',
      () => header(record(event), 'ce_subject', 'someone-else'),
      /signature is not/,
    ],
    ['is copied to another key', () => ({ ...record(event), key: 'someone-else' }), /signature is not/],
    [
      'is copied with another partition key',
      () => header(record(event), 'ce_partitionkey', 'someone-else'),
      /signature is not/,
    ],
    [
      'is copied with a later sequence',
      () => header(record(event), 'ce_sequence', '999'),
      /signature is not/,
    ],
    ['is copied to another topic', () => ({ ...record(event), topic: 'other-events' }), /signature is not/],
    [
      'comes from another system with the same keys',
      () => asReceived(testEventTrust('system-2.', event.producer).sign(unsigned(record(event)))),
      /signature is not/,
    ],
    [
      'has other data',
      () => asReceived({ ...record(event), value: record(event).value.replace('{', '{"added":1,') }),
      /signature is not/,
    ],
  ]
  it.each(forged)('ends as a dead letter and changes nothing when it %s', async (_, forge, reason) => {
    const { handled, deadLetters, error } = await consume(forge())
    expect(handled).toEqual([])
    expect(deadLetters).toHaveLength(1)
    expect(deadLetters[0]?.topic).toMatch(/\.admin\.dlt$/)
    expect(error).toMatch(reason)
  })

  it('stays valid through the dead-letter topic and a replay', async () => {
    const { deadLetters } = await consume(record(event), { ...trust, unseal: failing, verify: failing })
    const [deadLetter] = deadLetters.map((message) => asReceived(message))
    if (!deadLetter) throw new Error('no dead letter')
    const sent: Message[] = []
    const bus = { publish: async (messages: readonly Message[]) => void sent.push(...messages) }
    await replay(
      { ...bus, read: async () => [], topics: async () => [] },
      toDeadLetter(deadLetter, new Map()),
    )
    const [replayed] = sent
    if (!replayed) throw new Error('not replayed')
    const { handled } = await consume(asReceived(replayed))
    expect(handled).toMatchObject([event])
  })
})

function failing(): never {
  throw new Error('not now')
}

describe.each(goldenEvents.filter(({ personal }) => personal !== undefined))('what $type seals', (event) => {
  const moves: [string, Partial<DarsiEvent>][] = [
    ['another subject', { subject: 'someone-else' }],
    ['a later event', { sequence: event.sequence + 1 }],
    ['another type', { type: 'user.erased' }],
    ['another producer', { producer: otherThan(event.producer) }],
  ]
  it.each(moves)('opens in no event of %s, although its producer signs that', async (_, change) => {
    // `as`: the additional data differs in one attribute
    const { handled, error } = await consume(record(event, {}, { ...event, ...change } as DarsiEvent))
    expect(handled).toEqual([])
    expect(error).toMatch(/cannot be read/)
  })
})

function unsigned({ topic, key, value, headers }: Received): Message & { value: string } {
  const { [signatureHeader]: _, ...rest } = headers
  return { topic, key, value, headers: rest }
}

function signedWith(event: DarsiEvent, secret: string): Received {
  return asReceived(testEventTrust(prefix, event.producer, secret).sign(unsigned(record(event))))
}
