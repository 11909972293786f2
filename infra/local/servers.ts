import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Spec } from './child.ts'
import { kafkaJars, mongoServer, redisServer } from './install.ts'
import { nodeBinary, root } from './paths.ts'
import { answers } from './ports.ts'

export type ServerPorts = {
  kafka: number
  kafkaController: number
  mongo: number
  redis: number
  smtp: number
  mailPage: number
}
export type Where = { dataDir: string; ports: ServerPorts; say: (text: string) => void }

/** Where the backing servers are found, as the services read it. */
export function serverAddresses(ports: ServerPorts) {
  return {
    MONGO_URL: `mongodb://127.0.0.1:${ports.mongo}`,
    KAFKA_BROKERS: `127.0.0.1:${ports.kafka}`,
    REDIS_URL: `redis://127.0.0.1:${ports.redis}`,
    SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
    MAILDEV_URL: `http://127.0.0.1:${ports.mailPage}`,
  }
}

export async function kafka({ dataDir, ports, say }: Where): Promise<Spec> {
  const jars = await kafkaJars(say)
  const home = join(dataDir, 'kafka')
  const properties = join(home, 'server.properties')
  mkdirSync(home, { recursive: true })
  writeFileSync(properties, kafkaProperties(join(home, 'logs'), ports))
  const java = (heap: string, ...args: string[]) => [
    `-Xmx${heap}`,
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    `-Dlog4j2.configurationFile=${join(root, 'infra', 'local', 'kafka-log4j2.properties')}`,
    '-cp',
    join(jars, '*'),
    ...args,
  ]
  if (!existsSync(join(home, 'logs', 'meta.properties'))) {
    const format = ['kafka.tools.StorageTool', 'format', '-t', 'DarsiLocalClusterAAAAA', '-c', properties]
    spawnSync('java', java('128m', ...format), { stdio: 'ignore' })
  }
  return {
    name: 'Kafka',
    command: 'java',
    args: java('320m', 'kafka.Kafka', properties),
    logFile: join(dataDir, 'log', 'kafka.log'),
    ready: () => answers(ports.kafka),
  }
}

export async function mongo({ dataDir, ports, say }: Where): Promise<Spec> {
  const { path, mongod } = await mongoServer(say)
  const home = join(dataDir, 'mongo')
  mkdirSync(home, { recursive: true })
  const port = String(ports.mongo)
  return {
    name: 'database',
    command: path,
    args: mongod
      ? ['--port', port, '--bind_ip', '127.0.0.1', '--dbpath', home]
      : [
          '--port',
          port,
          '--storage-path',
          home,
          '--cache-size',
          '512M',
          '--log-level',
          'ERROR',
          '--sync-on-commit',
        ],
    logFile: join(dataDir, 'log', 'mongo.log'),
    ready: () => answers(ports.mongo),
  }
}

export async function redis({ dataDir, ports, say }: Where): Promise<Spec> {
  const home = join(dataDir, 'redis')
  mkdirSync(home, { recursive: true })
  return {
    name: 'Redis',
    command: await redisServer(say),
    args: [
      '--port',
      String(ports.redis),
      '--bind',
      '127.0.0.1',
      '--dir',
      home,
      '--appendonly',
      'yes',
      '--maxmemory-policy',
      'noeviction',
    ],
    logFile: join(dataDir, 'log', 'redis.log'),
    ready: () => answers(ports.redis),
  }
}

export async function mail({ dataDir, ports }: Where): Promise<Spec> {
  const home = join(dataDir, 'mail')
  mkdirSync(home, { recursive: true })
  const program = join(root, 'node_modules', 'maildev', 'bin', 'maildev')
  const local = ['--ip', '127.0.0.1', '--web-ip', '127.0.0.1', '--mail-directory', home]
  return {
    name: 'mail catcher',
    command: nodeBinary,
    args: [program, '--smtp', String(ports.smtp), '--web', String(ports.mailPage), ...local],
    logFile: join(dataDir, 'log', 'mail.log'),
    ready: async () => (await answers(ports.smtp)) && (await answers(ports.mailPage)),
  }
}

function kafkaProperties(logDir: string, ports: ServerPorts): string {
  return `process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${ports.kafkaController}
listeners=PLAINTEXT://127.0.0.1:${ports.kafka},CONTROLLER://127.0.0.1:${ports.kafkaController}
advertised.listeners=PLAINTEXT://127.0.0.1:${ports.kafka}
controller.listener.names=CONTROLLER
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
log.dirs=${logDir}
offsets.topic.replication.factor=1
offsets.topic.num.partitions=5
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=5
group.initial.rebalance.delay.ms=0
auto.create.topics.enable=false
`
}
