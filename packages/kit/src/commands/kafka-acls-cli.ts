import { setTimeout as sleep } from 'node:timers/promises'
import { events } from '@darsi/contracts/events/events.ts'
import { receivers } from '@darsi/contracts/events/receivers.ts'
import * as z from 'zod'
import { baseConfig, readConfig } from '../config/config.ts'
import { kafkaAccess, kafkaConfig } from '../kafka/kafka-access.ts'
import { giveRules } from '../kafka/kafka-acls.ts'
import { kafkaRules } from '../kafka/kafka-rules.ts'

// Sets the brokers' access rules for this release, as a user that may change them (docs/reference.md, Access to the
// servers). Runs before the services start. With --keep it removes no rule, for a rolling upgrade: both releases run.
const keep = process.argv.includes('--keep')
const config = readConfig(z.object({ ...kafkaConfig, TOPIC_PREFIX: baseConfig.TOPIC_PREFIX }))
const rules = kafkaRules(events, receivers, config.TOPIC_PREFIX)
const patienceMs = 120_000
const begun = Date.now()
for (;;) {
  try {
    const { added, removed } = await giveRules(kafkaAccess(config), rules, { keep })
    process.stdout.write(`${rules.length} rules at the brokers: ${added} added, ${removed} removed\n`)
    break
  } catch (error) {
    // a new broker returns no rules for some seconds
    if (Date.now() - begun > patienceMs) throw error
    await sleep(1000)
  }
}
