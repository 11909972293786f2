import * as z from 'zod'
import { baseConfig, readConfig } from '../config.ts'
import { createBus } from '../kafka/kafka.ts'
import { kafkaAccess, kafkaConfig } from '../kafka/kafka-access.ts'
import { createLog } from '../observability/log.ts'
import { discard, type Letter, listLetters, replay } from './dlt.ts'

const usage = `Dead letters: events that a service could not handle.

  dlt list [--all]           those that wait, grouped by error; --all also the replayed and discarded
  dlt show <id>              one letter with its headers; personal data stays sealed
  dlt replay <id> | --all    puts it, or all that wait, back on the topic: after the fix
  dlt discard <id>           lets it go
`

const [command, argument] = process.argv.slice(2)
if (!['list', 'show', 'replay', 'discard'].includes(command ?? '') || (command !== 'list' && !argument)) {
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
const letters = await listLetters(bus)
const waiting = letters.filter((letter) => letter.state === 'waiting')

if (command === 'list') list(argument === '--all' ? letters : waiting)
else if (command === 'replay' && argument === '--all') for (const letter of waiting) await put(letter)
else {
  const letter = letters.find((one) => one.id === argument)
  if (!letter) {
    print(`There is no letter ${argument}.`)
    process.exitCode = 1
  } else if (command === 'show') show(letter)
  else if (command === 'replay') await put(letter)
  else {
    await discard(bus, letter)
    print(`discarded ${letter.id}`)
  }
}
await bus.close()

async function put(letter: Letter): Promise<void> {
  await replay(bus, letter)
  print(`replayed ${letter.id}`)
}

function list(shown: readonly Letter[]): void {
  if (shown.length === 0) print('No dead letters.')
  const byError = Map.groupBy(shown, ({ group, type, error }) => `${group}: ${type}: ${error}`)
  for (const [error, same] of byError) {
    print(`\n${error} (${same.length})`)
    for (const { id, eventId, firstFailed, attempts, replays, state } of same) {
      print(`  ${id}  ${eventId}  ${firstFailed}  attempts ${attempts}, replays ${replays}  ${state}`)
    }
  }
}

function show({ record, state }: Letter): void {
  print(JSON.stringify({ state, key: record.key, headers: record.headers, value: record.value }, null, 2))
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
