import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLog } from '@darsi/kit/observability/log.ts'
import { connectRedis } from '@darsi/kit/redis/redis.ts'
import { createCrew } from '../../local/process/crew.ts'
import { notesOf } from '../../local/process/lock.ts'
import { lifetime, say } from '../../local/process/main.ts'
import { answers, freePorts } from '../../local/process/ports.ts'
import { redisServer } from '../../local/tools/install.ts'
import { until } from '../../local/trials/waiting.ts'

const silent = createLog('chaos', 'silent')
const master = 'darsi'
const quorum = 2
const downAfterMs = 2000

/** Two Redis servers and three Sentinels on loopback. */
export async function startSentinels(dataDir: string) {
  const command = await redisServer({ say, stop: lifetime })
  const crew = createCrew({ say, gaveUp: () => undefined })
  const ports = await freePorts(5)
  const [first = 0, second = 0, ...sentinels] = ports
  const launch = (name: string, port: number, args: readonly string[]) =>
    crew.launch({
      name,
      command,
      args,
      logFile: join(dataDir, 'log', `${name}.log`),
      noteFile: join(notesOf(dataDir, 'servers'), name),
      patienceMs: 1000,
      ready: () => answers(port),
    })
  const server = (name: string, port: number, ...more: string[]) => {
    const home = join(dataDir, name)
    mkdirSync(home, { recursive: true })
    const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', home]
    launch(name, port, [...place, '--appendonly', 'yes', '--maxmemory-policy', 'noeviction', ...more])
  }
  server('redis-a', first)
  await crew.ready()
  server('redis-b', second, '--replicaof', '127.0.0.1', String(first))
  await crew.ready()
  for (const [index, port] of sentinels.entries()) {
    const file = join(dataDir, `sentinel-${index}.conf`)
    writeFileSync(file, settings(port, first))
    launch(`sentinel-${index}`, port, [file, '--sentinel'])
  }
  await crew.ready()
  const sentinel = connectRedis(`redis://127.0.0.1:${sentinels[0]}`, silent)
  const masterPort = async (): Promise<number> => {
    const address = await sentinel.call('SENTINEL', 'get-master-addr-by-name', master)
    return Array.isArray(address) ? Number(address[1]) : 0
  }
  const replicaOf = async () =>
    connectRedis(`redis://127.0.0.1:${(await masterPort()) === first ? second : first}`, silent)
  await until('the Sentinels know the replica and each other', 60_000, async () => {
    // `as`: a list of lists of names and values
    const replicas = (await sentinel.call('SENTINEL', 'replicas', master)) as unknown[]
    const others = (await sentinel.call('SENTINEL', 'sentinels', master)) as unknown[]
    return replicas.length === 1 && others.length === sentinels.length - 1
  })
  return {
    url: `redis+sentinel://${sentinels.map((port) => `127.0.0.1:${port}`).join(',')}/0?name=${master}`,
    masterPort,
    /**
     * Waits until the other server copies the present master; it may not have got yet what auth writes after a failover.
     * Sentinel names the new master some seconds before it demotes the old one, and clients use that until then.
     */
    copies: async () => {
      const replica = await replicaOf()
      await until('the replica copies', 60_000, async () =>
        /master_link_status:up/.test(await replica.info('replication')),
      )
      replica.disconnect()
    },
    /** What is written from now on reaches the present master only. Sentinel repairs it after its failover time-out. */
    pauseReplication: async () => {
      const replica = await replicaOf()
      // nothing listens there
      await replica.call('REPLICAOF', '127.0.0.1', '1')
      replica.disconnect()
    },
    /** The process of the present master. */
    masterProcess: async () => crew.children.get((await masterPort()) === first ? 'redis-a' : 'redis-b'),
    /** The present master lives on as a replica, which refuses writes. */
    failOver: () => sentinel.call('SENTINEL', 'FAILOVER', master),
    stop: async () => {
      sentinel.disconnect()
      await crew.stop(1000)
    },
  }
}

const settings = (port: number, redisPort: number) => `port ${port}
bind 127.0.0.1
sentinel monitor ${master} 127.0.0.1 ${redisPort} ${quorum}
sentinel down-after-milliseconds ${master} ${downAfterMs}
sentinel failover-timeout ${master} 10000
`
