import { isIP, type Socket, connect as tcp } from 'node:net'
import { connect as tls } from 'node:tls'
import { topicSettings } from '@darsi/contracts/events/event-definition.ts'
import type { SASLOptions } from 'kafkajs'
import * as z from 'zod'

const mechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const

/** Address and credentials of Kafka. */
export const kafkaConfig = {
  KAFKA_BROKERS: z
    .string()
    .min(1)
    .transform((list) => list.split(','))
    .describe('Kafka brokers, `host:port`, comma separated.'),
  KAFKA_TLS: z.stringbool().default(false).describe('Whether to connect to the brokers with TLS.'),
  KAFKA_CA: z
    .string()
    .optional()
    .describe('Certificate authority of the brokers (PEM) where it is not a public one.'),
  KAFKA_SASL: z.enum(mechanisms).default('scram-sha-512').describe('SASL mechanism for name and password.'),
  KAFKA_USERNAME: z.string().optional().describe('User at the brokers; unset, no authentication.'),
  KAFKA_PASSWORD: z.string().optional().describe('Password of that user. Secret.'),
  KAFKA_PARTITIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(topicSettings.partitions)
    .describe(
      'Partitions of each new topic, the largest number of processes of a service that share its events; existing topics keep theirs.',
    ),
}

export type KafkaAccess = {
  brokers: string[]
  /** Undefined where the brokers use plain TCP. */
  tls?: { ca?: string }
  sasl?: SASLOptions
  /** Partitions of a topic that does not exist yet. */
  partitions?: number
}

/** @throws Error when the user name or the password is missing */
export function kafkaAccess(config: z.output<z.ZodObject<typeof kafkaConfig>>): KafkaAccess {
  const { KAFKA_USERNAME: username, KAFKA_PASSWORD: password, KAFKA_CA: ca } = config
  if (!username !== !password) throw new Error('KAFKA_USERNAME and KAFKA_PASSWORD belong together')
  return {
    brokers: config.KAFKA_BROKERS,
    partitions: config.KAFKA_PARTITIONS,
    ...(config.KAFKA_TLS && { tls: ca ? { ca } : {} }),
    ...(username && password && { sasl: { mechanism: config.KAFKA_SASL, username, password } }),
  }
}

type Dialling = {
  /** The host name that the certificate must have. */
  name: string
  address: { host: string; port: number }
  options: KafkaAccess['tls']
  onConnect: () => void
}

export function dial({ name, address, options, onConnect }: Dialling): Socket {
  if (!options) return tcp(address, onConnect)
  return tls({ ...address, ...options, ...(!isIP(name) && { servername: name }) }, onConnect)
}
