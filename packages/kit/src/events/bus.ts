/** One Kafka record, headers as text. */
export type Message = { topic: string; key: string; value: string | Buffer; headers: Record<string, string> }

export type Received = Message & {
  partition: number
  offset: string
  /** The value as UTF-8 text and as bytes. */
  value: string
  bytes: Buffer
}

/** What a handler can ask of its consumer. */
export type Turn = {
  /** Sends a heartbeat to Kafka. Rejects when the partition is being taken away: then give the message up. */
  alive: () => Promise<void>
  /** True when the consumer is stopping: a handler that only waits gives its message up. */
  stopping: () => boolean
}

/** Not handled yet: the partition is paused for `retryMs`, and then the same record is delivered again. */
export type Later = { retryMs: number }

/** `given up` leaves the message to the next owner of the partition. */
export type Handle = (message: Received, turn: Turn) => Promise<'done' | 'given up' | Later | undefined>
export type Subscription = { stop: () => Promise<void> }

/** The only port to Kafka. Connecting is retried for ever with a capped back-off. */
export type Bus = {
  /**
   * Resolves when all in-sync replicas have acknowledged, in order per key. After a rejection the outcome is unknown.
   */
  publish: (messages: readonly Message[]) => Promise<void>
  /** Offsets are committed only after `handle` resolved. */
  consume: (options: {
    group: string
    topics: readonly string[]
    handle: Handle
    lostRecords?: (lost: LostRecords) => void
    /** Called after each join of the group with all partitions of this member, as `<topic> <number>`. */
    assigned?: (partitions: readonly string[]) => void
  }) => Promise<Subscription>
  /** Reads every record on the topics up to now, without a consumer group. */
  read: (topics: readonly string[]) => Promise<Received[]>
  topics: () => Promise<string[]>
  ensureTopics: (topics: readonly string[]) => Promise<void>
  /** Messages not yet handled by the group, per partition. */
  lag: (group: string, topics: readonly string[]) => Promise<PartitionLag[]>
  /** Settings of existing topics, for the check at start. */
  topicStates: (topics: readonly string[]) => Promise<TopicState[]>
  /** Number of partitions with fewer copies in sync than they should have. */
  underReplicated: (topics: readonly string[]) => Promise<number>
  health: () => { connected: boolean }
  close: () => Promise<void>
}

export type TopicState = {
  topic: string
  partitions: number
  /** The smallest number of copies of its partitions. */
  copies: number
  /** `min.insync.replicas`: copies that must have a record before it is acknowledged. */
  minInSync: number
  retentionMs: number
}

/** Records that retention removed before a group handled them. */
export type LostRecords = { topic: string; partition: number; records: number }

/** `lost`: records that retention removed before the group handled them. */
export type PartitionLag = {
  topic: string
  partition: number
  committed: bigint
  behind: number
  lost: number
}
