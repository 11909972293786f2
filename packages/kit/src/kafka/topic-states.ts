import kafkajs, { type Admin } from 'kafkajs'
import type { TopicState } from '../events/bus.ts'

const settings = ['min.insync.replicas', 'retention.ms']

/** Reads partitions, copies and settings of existing topics. */
export async function topicStates(
  admin: Admin,
  topicPrefix: string,
  topics: readonly string[],
): Promise<TopicState[]> {
  const full = topics.map((topic) => topicPrefix + topic)
  const [metadata, configs] = await Promise.all([
    admin.fetchTopicMetadata({ topics: full }),
    admin.describeConfigs({
      includeSynonyms: false,
      resources: full.map((name) => ({
        type: kafkajs.ConfigResourceTypes.TOPIC,
        name,
        configNames: settings,
      })),
    }),
  ])
  return metadata.topics.map(({ name, partitions }) => {
    const entries = configs.resources.find(({ resourceName }) => resourceName === name)?.configEntries ?? []
    const setting = (key: string) => Number(entries.find(({ configName }) => configName === key)?.configValue)
    return {
      topic: name.slice(topicPrefix.length),
      partitions: partitions.length,
      copies: Math.min(...partitions.map(({ replicas }) => replicas.length)),
      minInSync: setting('min.insync.replicas'),
      retentionMs: setting('retention.ms'),
    }
  })
}

export async function underReplicated(
  admin: Admin,
  topicPrefix: string,
  topics: readonly string[],
): Promise<number> {
  const found = await admin.fetchTopicMetadata({ topics: topics.map((topic) => topicPrefix + topic) })
  return found.topics
    .flatMap(({ partitions }) => partitions)
    .filter(({ isr, replicas }) => isr.length < replicas.length).length
}
