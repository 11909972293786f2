import { events } from '@darsi/contracts/events/events.ts'
import { services } from '@darsi/contracts/reference/services.ts'
import { expect, it } from '@jest/globals'
import { kafkaRules } from './kafka-rules.ts'

const receivers = {
  auth: ['user.approved'],
  users: [],
  availability: [],
  admin: ['user.registered'],
  notifications: [],
}

it('only producers write a topic; dead letters belong to the group whose they are', () => {
  const rules = kafkaRules(events, receivers, 'r2-')
  for (const [type, { topic, producer }] of Object.entries(events)) {
    const writers = rules
      .filter(({ name, operation }) => name === `r2-${topic}` && operation === 'write')
      .map(({ principal }) => principal)
    const declared = Object.values(events)
      .filter((one) => one.topic === topic)
      .flatMap((one) => (one.producer === 'every' ? [...services] : [one.producer]))
    expect([type, new Set(writers)]).toEqual([type, new Set(declared)])
    expect(producer === 'every' || writers.includes(producer)).toBe(true)
  }
  const deadLetterTopics = rules.filter(({ name }) => name.endsWith('.dlt'))
  expect(deadLetterTopics.length).toBeGreaterThan(0)
  for (const { name, principal } of deadLetterTopics)
    expect(name).toMatch(new RegExp(`\\.${principal}\\.dlt$`))
})
