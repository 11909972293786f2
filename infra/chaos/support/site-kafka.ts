import { dirname } from 'node:path'
import type { EventTable } from '@darsi/contracts/events/event-definition.ts'
import { events } from '@darsi/contracts/events/events.ts'
import { receivers } from '@darsi/contracts/events/receivers.ts'
import type { Bus } from '@darsi/kit/events/bus.ts'
import { createBus } from '@darsi/kit/kafka/kafka.ts'
import type { KafkaAccess } from '@darsi/kit/kafka/kafka-access.ts'
import { createLog } from '@darsi/kit/observability/log.ts'
import { broker } from '../../access/kafka-users.ts'
import { services } from '../../local/process/site-ports.ts'
import { accessIn } from '../../local/servers/access.ts'
import type { Site } from '../../local/site/site.ts'
import { kafkaOf } from '../../local/trials/trial.ts'

const table: EventTable = events

/** The services that have not handled every record of the topics that they read. */
export async function servicesBehind(bus: Pick<Bus, 'lag'>): Promise<string[]> {
  const found = await Promise.all(
    services.map(async (group) => {
      const read = new Set((receivers[group] ?? []).flatMap((type) => table[type]?.topic ?? []))
      const lags = await bus.lag(group, [...read])
      return lags.some(({ behind }) => behind > 0) ? [group] : []
    }),
  )
  return found.flat()
}

/** Kafka of the site, as the operator. */
export const operatorBus = (site: Pick<Site, 'servers'>): Bus =>
  createBus({ ...kafkaOf(site), clientId: 'chaos', log: createLog('chaos', 'silent') })

/** Access as the broker's own user: no other may change the offsets of services, or have groups of its own. */
export function brokerAccess(site: Pick<Site, 'servers' | 'logFolder'>): KafkaAccess {
  const password = accessIn(dirname(site.logFolder)).kafka[broker]
  return { ...kafkaOf(site), sasl: { mechanism: 'plain', username: broker, password } }
}
