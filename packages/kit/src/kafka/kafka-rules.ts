import type { Receivers } from '@darsi/contracts/events/asyncapi.ts'
import { deadLetterTopic, type EventTable } from '@darsi/contracts/events/event-definition.ts'
import { type Service, services } from '@darsi/contracts/reference/services.ts'

export type KafkaRule = {
  principal: string
  resource: 'topic' | 'group'
  name: string
  pattern: 'literal' | 'prefixed'
  operation: 'read' | 'write' | 'create' | 'describe' | 'describeConfigs' | 'delete'
}
type Grant = Omit<KafkaRule, 'principal'>

/**
 * The user of `npm run dlt`: it replays and discards dead letters and reads the position of each group. No service uses
 * this name.
 */
export const operator = 'operator'

/**
 * Access rules of the brokers. A topic is written by the producers of its types and read by the consuming services,
 * each under its own group. Dead-letter topics belong to their group. Every service may list topics and create missing
 * ones, because any of them may start first.
 */
export function kafkaRules(events: EventTable, receivers: Receivers, prefix = ''): KafkaRule[] {
  return [
    ...services.flatMap((service) =>
      grantsOf(service, events, receivers[service] ?? [], prefix).map((grant) => ({
        principal: service,
        ...grant,
      })),
    ),
    ...operatorGrants(prefix).map((grant) => ({ principal: operator, ...grant })),
  ]
}

function grantsOf(
  service: Service,
  events: EventTable,
  consumed: readonly string[],
  prefix: string,
): Grant[] {
  const definitions = Object.values(events)
  const own = definitions.filter(({ producer }) => producer === service || producer === 'every')
  const written = new Set(own.map(({ topic }) => topic))
  const read = new Set(consumed.flatMap((type) => events[type]?.topic ?? []))
  const deadLetterTopics = [...read].map((topic) => deadLetterTopic(topic, service))
  return [
    ...everyTopic(prefix, ['describe', 'describeConfigs', 'create']),
    ...[...written, ...deadLetterTopics].map((topic) => on('topic', prefix + topic, 'write')),
    ...[...read, ...deadLetterTopics].map((topic) => on('topic', prefix + topic, 'read')),
    on('group', prefix + service, 'read'),
    ...reading(prefix),
  ]
}

function operatorGrants(prefix: string): Grant[] {
  return [
    ...everyTopic(prefix, ['describe', 'create', 'read', 'write']),
    { resource: 'group', ...every(prefix), operation: 'describe' },
    ...reading(prefix),
  ]
}

/** Reading a topic to its end needs a temporary group. */
function reading(prefix: string): Grant[] {
  return (['read', 'delete'] as const).map((operation) => ({
    resource: 'group',
    name: `${prefix}read-`,
    pattern: 'prefixed',
    operation,
  }))
}

function everyTopic(prefix: string, operations: readonly KafkaRule['operation'][]): Grant[] {
  return operations.map((operation) => ({ resource: 'topic', ...every(prefix), operation }))
}

const every = (prefix: string) =>
  prefix ? ({ name: prefix, pattern: 'prefixed' } as const) : ({ name: '*', pattern: 'literal' } as const)

const on = (resource: KafkaRule['resource'], name: string, operation: KafkaRule['operation']): Grant => ({
  resource,
  name,
  pattern: 'literal',
  operation,
})
