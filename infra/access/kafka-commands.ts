import type { KafkaRule } from '@darsi/kit/kafka/kafka-rules.ts'

/** One call of Kafka's own command per user and resource. */
export function kafkaCommands(rules: readonly KafkaRule[]): string[] {
  const byPlace = Map.groupBy(rules, ({ principal, resource, name, pattern }) =>
    [`User:${principal}`, `--${resource} '${name}'`, `--resource-pattern-type ${pattern}`].join(' '),
  )
  return [...byPlace].map(
    ([place, same]) =>
      `kafka-acls.sh "$@" --add --allow-principal ${place}${same.map(({ operation }) => ` --operation ${operation}`).join('')}`,
  )
}
