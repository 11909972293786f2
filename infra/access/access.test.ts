import { events } from '@darsi/contracts/events/events.ts'
import { receivers } from '@darsi/contracts/events/receivers.ts'
import { kafkaRules } from '@darsi/kit/kafka/kafka-rules.ts'
import { expect, it } from '@jest/globals'
import { kafkaCommands } from './kafka-commands.ts'
import { redisAclFile } from './redis-rules.ts'

it('the generated commands contain each rule once', () => {
  const rules = kafkaRules(events, receivers)
  const commands = kafkaCommands(rules)
  expect(new Set(commands).size).toBe(commands.length)
  expect(commands.join('\n').match(/--operation/g)).toHaveLength(rules.length)
  expect(commands).toContain(
    `kafka-acls.sh "$@" --add --allow-principal User:auth --topic '*' --resource-pattern-type literal --operation describe --operation describeConfigs --operation create`,
  )
})

it('a process without a Redis user has no access to Redis', () => {
  const file = redisAclFile((user) => `${user}1`)
  expect(file).toMatch(/^user default off\n/)
  // what the runbook of a full disk needs
  expect(file).toMatch(/^user operator .*\+bgrewriteaof\b/m)
  const processes = file.split('\n').filter((line) => !line.startsWith('user operator '))
  expect(processes.join('\n')).not.toMatch(/nopass|~\*|&\*|\+flushall|\+config/)
})
