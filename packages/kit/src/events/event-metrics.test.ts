import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, jest } from '@jest/globals'
import { createMetrics, readGauge } from '../observability/metrics.ts'
import { createEventMetrics } from './event-metrics.ts'

describe('the event metrics', () => {
  it('begin with no dead letters, so that the first one is a rise', async () => {
    const { registry } = createMetrics('users')
    const events = createEventMetrics({ registry, collections: [], group: 'users', lag: async () => [] })
    const deadLetters = async () => (await registry.metrics()).match(/^dlt_messages_total.*$/gm)
    expect(await deadLetters()).toEqual(['dlt_messages_total{group="users",service="users"} 0'])
    events.consumed('user.registered', 'dead', 1)
    expect(await deadLetters()).toEqual(['dlt_messages_total{group="users",service="users"} 1'])
  })

  it('report for how long a record has been retried, also when the clock of the machine jumps', async () => {
    const { registry } = createMetrics('users')
    const events = createEventMetrics({ registry, collections: [], group: 'users', lag: async () => [] })
    const seconds = async () =>
      Number((await registry.metrics()).match(/^consumer_retry_seconds\S* (.*)$/m)?.[1])
    expect(await seconds()).toBe(0)
    events.retrying('user-events 0', true)
    await sleep(5)
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3600_000)
    expect(await seconds()).toBeGreaterThan(0)
    clock.mockReturnValue(Date.now() + 2 * 3600_000)
    expect(await seconds()).toBeLessThan(60)
    clock.mockRestore()
    events.retrying('user-events 0', false)
    expect(await seconds()).toBe(0)
  })

  it('count the events that are handled near the end of their retention', async () => {
    const { registry } = createMetrics('users')
    const events = createEventMetrics({ registry, collections: [], group: 'users', lag: async () => [] })
    const late = async () => (await registry.metrics()).match(/^events_near_retention_total.*$/gm)
    const day = 24 * 3600
    events.consumed('user.registered', 'ok', 2 * day)
    expect(await late()).toEqual(['events_near_retention_total{service="users"} 0'])
    events.consumed('user.registered', 'ok', 4 * day)
    expect(await late()).toEqual(['events_near_retention_total{service="users"} 1'])
  })

  it('keep the number of lost records after the lag no longer shows them', async () => {
    const { registry } = createMetrics('users')
    const events = createEventMetrics({ registry, collections: [], group: 'users', lag: async () => [] })
    events.lostRecords({ topic: 't', partition: 1, records: 12 })
    events.lostRecords({ topic: 't', partition: 1, records: 3 })
    expect(await registry.metrics()).toContain(
      'kafka_consumer_lost_records_total{topic="t",partition="1",service="users"} 15',
    )
  })

  it('omit the lag while Kafka does not answer, and still report the age of the outbox', async () => {
    const { registry } = createMetrics('users')
    const silent = new Promise<never>(() => {})
    createEventMetrics({ registry, collections: [], group: 'users', lag: () => silent })
    const lines = (await registry.metrics()).split('\n')
    expect(lines).toContain('outbox_oldest_age_seconds{service="users"} 0')
    expect(lines.filter((line) => line.startsWith('kafka_consumer_lag'))).toEqual([])
  })

  it('have no value, rather than 0, where the database does not answer', async () => {
    const { registry } = createMetrics('users')
    let isUp = true
    readGauge(registry, { name: 'asked', help: 'Asked.' }, async () => {
      if (!isUp) throw new Error('no primary')
      return [{ value: 7 }]
    })
    const asked = async () => (await registry.metrics()).match(/^asked.*$/gm)
    expect(await asked()).toEqual(['asked{service="users"} 7'])
    isUp = false
    expect(await asked()).toBeNull()
  })
})
