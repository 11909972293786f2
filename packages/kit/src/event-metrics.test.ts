import { describe, expect, it } from '@jest/globals'
import { createEventMetrics } from './event-metrics.ts'
import { createMetrics } from './metrics.ts'

describe('the event metrics', () => {
  it('begin with no dead letters, so that the first one is a rise', async () => {
    const { registry } = createMetrics('users')
    const events = createEventMetrics({ registry, models: [], group: 'users' })
    const deadLetters = async () => (await registry.metrics()).match(/^dlt_messages_total.*$/gm)
    expect(await deadLetters()).toEqual(['dlt_messages_total{group="users",service="users"} 0'])
    events.consumed('user.registered', 'dead', 1)
    expect(await deadLetters()).toEqual(['dlt_messages_total{group="users",service="users"} 1'])
  })
})
