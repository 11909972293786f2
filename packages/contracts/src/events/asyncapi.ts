import * as z from 'zod'
import { createComponents, type Json, withoutSafeBounds } from '../calls/components.ts'
import { type Service, services } from '../reference/services.ts'
import { productName } from '../texts/product.ts'
import { deadLetterTopic, type EventDefinition, type EventTable, topicSettings } from './event-definition.ts'

/** The event types that each service consumes. */
export type Receivers = { readonly [S in Service]?: readonly string[] }

/**
 * The AsyncAPI 3.1 document of all events: a channel per topic, a send and a receive operation per service and topic.
 * @param receivers generated from the services' `consumes` tables
 */
export function asyncApiDocument(events: EventTable, receivers: Receivers): Json {
  const components = createComponents()
  const topics = [...new Set(Object.values(events).map((event) => event.topic))]
  return {
    asyncapi: '3.1.0',
    info: {
      title: `${productName.en} events`,
      version: '1.0.0',
      license: { name: 'MIT' },
      description:
        'CloudEvents 1.0 in the binary mode of the Kafka binding: the record value is the data, the attributes are `ce_` headers, the key is the id of the aggregate. Delivery is at least once and in order per key; `ce_sequence` tells repeats from news. `x-personal` is the shape of `sealed` after opening it. The header `darsi-signature` is `<key id> <Ed25519 signature in base64url>` of the producer over topic, key, attributes and value; consumers refuse events without it. A record of the type `tn.darsi.state.<type>.v1` has the shape and topic of `<type>` and repeats the present state: consumers only write rows from it.',
    },
    defaultContentType: 'application/json',
    channels: Object.fromEntries([
      ...topics.map((topic) => [topic, channel(topic, events)]),
      ...deadLetterChannels(topics, events, receivers),
    ]),
    operations: operations(topics, events, receivers),
    components: {
      messages: Object.fromEntries(
        Object.entries(events).map(([type, event]) => [type, message(type, event, components)]),
      ),
      messageTraits: { cloudEvent: { headers: headersSchema } },
      schemas: components.finish().schemas,
    },
  }
}

function channel(topic: string, events: EventTable): Json {
  return {
    address: topic,
    messages: Object.fromEntries(
      typesOf(topic, events).map((type) => [type, { $ref: `#/components/messages/${type}` }]),
    ),
    bindings: kafkaTopic(topic, topicSettings.partitions),
  }
}

/** One dead-letter topic per service and topic that it consumes. */
function deadLetterChannels(
  topics: readonly string[],
  events: EventTable,
  receivers: Receivers,
): [string, Json][] {
  return services.flatMap((service) =>
    topics
      .filter((topic) => typesOf(topic, events).some((type) => receivers[service]?.includes(type)))
      .map((topic): [string, Json] => {
        const address = deadLetterTopic(topic, service)
        return [
          address,
          {
            address,
            description: `Events of ${topic} that ${service} could not handle, unchanged, with \`dlt-\` headers; \`npm run dlt\` lists and replays them.`,
            bindings: kafkaTopic(address, topicSettings.deadLetterPartitions),
          },
        ]
      }),
  )
}

function kafkaTopic(topic: string, partitions: number): Json {
  return {
    kafka: {
      topic,
      partitions,
      topicConfiguration: {
        'cleanup.policy': [topicSettings.config['cleanup.policy']],
        'retention.ms': topicSettings.config['retention.ms'],
      },
    },
  }
}

function message(
  type: string,
  event: EventDefinition,
  components: ReturnType<typeof createComponents>,
): Json {
  const name = type.replaceAll(/(?:^|\W)(\w)/g, (_all, letter: string) => letter.toUpperCase())
  const data = schemaOf(event.data)
  const sealed = {
    type: 'string',
    description:
      'Personal data, AES-256-GCM: `<key id>.2.<iv, tag and ciphertext in base64url>`, bound to type, subject, producer and sequence',
  }
  return {
    name: `tn.darsi.${type}.v1`,
    title: type,
    summary: event.summary,
    contentType: 'application/json',
    traits: [{ $ref: '#/components/messageTraits/cloudEvent' }],
    payload: components.add(
      'schemas',
      [`${name}Data`],
      event.personal
        ? {
            ...data,
            properties: { ...(data['properties'] as Json), sealed },
            // `as`: the JSON Schema of a zod object lists its required names
            required: [...((data['required'] ?? []) as string[]), 'sealed'],
          }
        : data,
    ),
    ...(event.personal && {
      'x-personal': components.add('schemas', [`${name}Personal`], schemaOf(event.personal)),
    }),
    bindings: { kafka: { key: { type: 'string', description: 'Id of the aggregate' } } },
  }
}

function operations(topics: readonly string[], events: EventTable, receivers: Receivers): Json {
  const all: Record<string, Json> = {}
  for (const service of services) {
    for (const topic of topics) {
      const types = typesOf(topic, events)
      const sent = types.filter((type) => ['every', service].includes(events[type]?.producer ?? ''))
      const received = types.filter((type) => receivers[service]?.includes(type))
      if (sent.length > 0) all[`${service}.send.${topic}`] = operation('send', service, topic, sent)
      if (received.length > 0)
        all[`${service}.receive.${topic}`] = operation('receive', service, topic, received)
    }
  }
  return all
}

function operation(action: 'send' | 'receive', service: Service, topic: string, types: string[]): Json {
  return {
    action,
    channel: { $ref: `#/channels/${topic}` },
    summary: `${service} ${action === 'send' ? 'publishes' : 'consumes'}`,
    tags: [{ name: service }],
    messages: types.map((type) => ({ $ref: `#/channels/${topic}/messages/${type}` })),
    ...(action === 'receive' && { bindings: { kafka: { groupId: { type: 'string', const: service } } } }),
  }
}

function typesOf(topic: string, events: EventTable): string[] {
  return Object.keys(events).filter((type) => events[type]?.topic === topic)
}

function schemaOf(schema: z.ZodType): Json {
  // open schema: consumers ignore unknown fields
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-7',
    override: ({ jsonSchema }) => withoutSafeBounds(jsonSchema),
  })
  return rest
}

const text = { type: 'string', minLength: 1 }
const headersSchema = {
  type: 'object',
  required: ['ce_specversion', 'ce_id', 'ce_source', 'ce_type', 'ce_subject', 'ce_time', 'ce_sequence'],
  properties: {
    ce_specversion: { const: '1.0' },
    ce_id: { ...text, description: '`<producer>.<subject>.<sequence>.<type>`' },
    ce_source: { ...text, description: '`/<producing service>`' },
    ce_type: { ...text, description: '`tn.darsi.<type>.v<major>`' },
    ce_subject: { ...text, description: 'Id of the aggregate' },
    ce_time: { type: 'string', format: 'date-time' },
    ce_sequence: { type: 'string', pattern: '^[1-9][0-9]*$', description: 'Version of the aggregate' },
    ce_partitionkey: text,
    ce_correlationid: text,
    ce_traceparent: { ...text, description: 'W3C context in which the event came about' },
    traceparent: { ...text, description: 'W3C context of this hop' },
    'content-type': { const: 'application/json' },
  },
}
