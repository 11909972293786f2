import type { Message } from '@darsi/kit/events/bus.ts'
import { encode } from '@darsi/kit/events/envelope.ts'
import { createBus } from '@darsi/kit/kafka/kafka.ts'
import { createLog } from '@darsi/kit/observability/log.ts'
import { testEventTrust } from '@darsi/kit/testing/testing.ts'
import { lifetime, say, unlessStopped } from '../../local/process/main.ts'
import { type Servers, startServers } from '../../local/servers/backing.ts'
import { withTrialFolder } from '../../local/trials/trial.ts'

/** The backing servers without logins, for scenarios of the event library alone. */
export async function withServersAlone(act: (servers: Servers) => Promise<void>): Promise<void> {
  // nothing is mailed
  process.env['SMTP_URL'] ??= 'smtp://127.0.0.1:1'
  await withTrialFolder('servers', async (dataDir) => {
    const servers = await startServers({ dataDir, ports: 'free', say, stop: lifetime, open: true })
    try {
      await unlessStopped(lifetime, servers.crew.ready())
      await unlessStopped(lifetime, act(servers))
    } finally {
      // their data goes anyway
      await servers.stop(1000)
    }
  })
}

export const silent = createLog('chaos', 'silent')
export const trust = testEventTrust('', 'users')

export const brokersOf = (servers: Servers) => servers.addressesOf('operator').KAFKA_BROKERS.split(',')

export function busOn(servers: Servers, clientId: string) {
  return createBus({ brokers: brokersOf(servers), clientId, log: silent })
}

/** A signed event of users about somebody. */
export function recordAbout(userId: string, signer = trust): Message {
  const at = new Date().toISOString()
  const data = { userId, service: 'users', at }
  const entry = { seq: 1, id: `users.${userId}.1`, type: 'user.erased', version: 1, topic: 'erasure-events' }
  return signer.sign(encode({ ...entry, subject: userId, time: at, data }, 'users'))
}
