import { describe, expect, it } from '@jest/globals'
import type { TopicState } from './events/bus.ts'
import { mongoWarnings, redisWarnings, topicWarnings } from './server-warnings.ts'

const state = (change: Partial<TopicState> = {}): TopicState => ({
  topic: 'user-events',
  partitions: 24,
  copies: 3,
  minInSync: 2,
  retentionMs: 6 * 24 * 3600 * 1000,
  ...change,
})

describe('the check of the servers at start', () => {
  it('has nothing to say about topics with three copies, two in sync and the set partitions', () => {
    expect(topicWarnings([state()], { partitions: 24, isProduction: true })).toEqual([])
  })

  it('names topics with another number of partitions, also in a trial', () => {
    const states = [state(), state({ topic: 'thread-events', partitions: 6, copies: 1, minInSync: 1 })]
    const warnings = topicWarnings(states, { partitions: 24, isProduction: false })
    expect(warnings).toEqual([
      'KAFKA_PARTITIONS is 24, but not of thread-events: docs/reference.md, Partitions',
    ])
  })

  it('expects one partition, and as many copies, of dead-letter topics', () => {
    const letters = { topic: 'user-events.admin.dlt', partitions: 1 }
    const about = { partitions: 24, isProduction: true }
    expect(topicWarnings([state(letters)], about)).toEqual([])
    expect(topicWarnings([state({ ...letters, copies: 1 })], about)).toEqual([
      expect.stringContaining('fewer than 3 copies of user-events.admin.dlt'),
    ])
  })

  it.each([
    [{ copies: 1, minInSync: 1 }, 'set a replication factor of 3'],
    [{ minInSync: 1 }, 'min.insync.replicas is 1 for user-events: set it to 2'],
    [{ retentionMs: 1000 }, 'retention.ms is not 518400000 for user-events'],
  ])('names topics that could lose events: %j', (change, said) => {
    const warnings = topicWarnings([state(change)], { partitions: 24, isProduction: true })
    expect(warnings).toEqual([expect.stringContaining(said)])
  })

  it('warns of a MongoDB without three members, and not of a router of a cluster', () => {
    expect(mongoWarnings({ isWritablePrimary: true })).toEqual([expect.stringContaining('no replica set')])
    expect(mongoWarnings({ setName: 'rs0', hosts: ['a:1'] })).toEqual([expect.stringContaining('1 members')])
    expect(mongoWarnings({ setName: 'rs0', hosts: ['a:1', 'b:1', 'c:1'] })).toEqual([])
    expect(mongoWarnings({ msg: 'isdbgrid' })).toEqual([])
  })

  it('warns of a Redis that forgets keys at a restart, when it is full, or when its machine is lost', () => {
    const lost =
      'role:master\r\nconnected_slaves:0\r\naof_enabled:0\r\nmaxmemory:0\r\nmaxmemory_policy:allkeys-lru\r\n'
    expect(redisWarnings(lost)).toEqual([
      expect.stringContaining('appendonly yes'),
      expect.stringContaining('maxmemory-policy noeviction'),
      expect.stringContaining('set maxmemory'),
      expect.stringContaining('no replica'),
    ])
    const kept =
      'role:master\r\nconnected_slaves:1\r\naof_enabled:1\r\nmaxmemory:1000\r\nmaxmemory_policy:noeviction\r\n'
    expect(redisWarnings(kept)).toEqual([])
    // a managed server may hide these lines
    expect(redisWarnings('')).toEqual([])
  })
})
