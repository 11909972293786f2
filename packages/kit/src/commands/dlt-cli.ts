import { receivers } from '@darsi/contracts/events/receivers.ts'
import { services } from '@darsi/contracts/reference/services.ts'
import * as z from 'zod'
import { baseConfig, readConfig } from '../config/config.ts'
import { allow, type DeadLetter, discard, listDeadLetters, replay } from '../events/dead-letters/dlt.ts'
import { isEventType } from '../events/envelope.ts'
import { createBus } from '../kafka/kafka.ts'
import { kafkaAccess, kafkaConfig } from '../kafka/kafka-access.ts'
import { createLog } from '../observability/log.ts'

const usage = `Dead letters: events that a service could not handle.

  dlt list [--all]           waiting ones, grouped by error; with --all also replayed and discarded ones
  dlt show <id>              one dead letter with its headers; personal data stays sealed
  dlt replay <id> | --all    publishes one, or all waiting ones, again, once the cause is fixed
  dlt discard <id>           drops one without handling it
  dlt allow <service> <type> for an hour, moves all events of a type that fail here instead of waiting for a repair
`

const [command, argument, typeName] = process.argv.slice(2)
if (
  !['list', 'show', 'replay', 'discard', 'allow'].includes(command ?? '') ||
  (command !== 'list' && !argument)
) {
  process.stderr.write(usage)
  process.exit(2)
}

const config = readConfig(z.object({ ...kafkaConfig, TOPIC_PREFIX: baseConfig.TOPIC_PREFIX }))
const bus = createBus({
  ...kafkaAccess(config),
  clientId: 'darsi-dlt',
  topicPrefix: config.TOPIC_PREFIX,
  log: createLog('dlt', 'warn'),
})
const deadLetters = command === 'allow' ? [] : await listDeadLetters(bus)
const waiting = deadLetters.filter((deadLetter) => deadLetter.state === 'waiting')

if (command === 'allow') await allowType()
else if (command === 'list') list(argument === '--all' ? deadLetters : waiting)
else if (command === 'replay' && argument === '--all')
  for (const deadLetter of waiting) await replayOne(deadLetter)
else {
  const deadLetter = deadLetters.find((one) => one.id === argument)
  if (!deadLetter) {
    print(`There is no dead letter ${argument}.`)
    process.exitCode = 1
  } else if (command === 'show') show(deadLetter)
  else if (command === 'replay') await replayOne(deadLetter)
  else {
    await discard(bus, deadLetter)
    print(`discarded ${deadLetter.id}`)
  }
}
await bus.close()

async function allowType(): Promise<void> {
  const service = services.find((one) => one === argument)
  if (!service || !typeName || !isEventType(typeName) || !receivers[service]?.includes(typeName)) {
    print(`${argument} handles no events of the type ${typeName}.`)
    process.exitCode = 1
    return
  }
  const { until } = await allow(bus, service, typeName)
  print(`allowed ${typeName} for ${service} until ${until.toISOString()}`)
}

async function replayOne(deadLetter: DeadLetter): Promise<void> {
  await replay(bus, deadLetter)
  print(`replayed ${deadLetter.id}`)
}

function list(shown: readonly DeadLetter[]): void {
  if (shown.length === 0) print('No dead letters.')
  const byError = Map.groupBy(shown, ({ group, type, error }) => `${group}: ${type}: ${error}`)
  for (const [error, same] of byError) {
    print(`\n${error} (${same.length})`)
    for (const { id, eventId, firstFailed, attempts, replays, state } of same) {
      print(`  ${id}  ${eventId}  ${firstFailed}  attempts ${attempts}, replays ${replays}  ${state}`)
    }
  }
}

function show({ record, state }: DeadLetter): void {
  print(JSON.stringify({ state, key: record.key, headers: record.headers, value: record.value }, null, 2))
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
