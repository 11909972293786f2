/** One Kafka record, headers as text. */
export type Message = { topic: string; key: string; value: string | Buffer; headers: Record<string, string> }

export type Received = Message & {
  partition: number
  offset: string
  /** The value as UTF-8 and as it was. */
  value: string
  bytes: Buffer
}

/** What a handler knows of the consumer around it. */
export type Turn = {
  /** Tells Kafka that this consumer lives. Rejects when the partition is being taken away: give the message up. */
  alive: () => Promise<void>
  /** True once the consumer is to stop: a handler that only waits gives its message up. */
  stopping: () => boolean
  /** Says that the handler waits for a dependency, so a standstill is no fault of the consumer. */
  waiting: (yes: boolean) => void
}

/** `given up` leaves the message to whoever gets the partition next. */
export type Handle = (message: Received, turn: Turn) => Promise<'given up' | unknown>
export type Subscription = { stop: () => Promise<void> }

/** The narrow port to Kafka. Connecting goes on for ever with a capped back-off. */
export type Bus = {
  /** Acknowledged by all in-sync replicas, in order per key, or rejected: the outcome is then unknown. */
  publish: (messages: readonly Message[]) => Promise<void>
  /** Offsets move only after `handle` resolved. */
  consume: (options: { group: string; topics: readonly string[]; handle: Handle }) => Promise<Subscription>
  /** Every record on the topics up to now, without a consumer group. */
  read: (topics: readonly string[]) => Promise<Received[]>
  topics: () => Promise<string[]>
  ensureTopics: (topics: readonly string[]) => Promise<void>
  /** Messages not yet handled by the group, per partition. */
  lag: (group: string, topics: readonly string[]) => Promise<PartitionLag[]>
  health: () => { connected: boolean }
  close: () => Promise<void>
}

export type PartitionLag = { topic: string; partition: number; committed: bigint; behind: number }
