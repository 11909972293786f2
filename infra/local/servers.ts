import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Spec } from './child.ts'
import { type Fetching, kafkaJars, mongoServer, redisServer } from './install.ts'
import { kafkaProperties } from './kafka-properties.ts'
import { notesOf } from './lock.ts'
import { nodeBinary, root } from './paths.ts'
import { answers } from './ports.ts'
import { mustRun } from './programs.ts'
import type { ServerPorts } from './site-ports.ts'

// without the first it loses acknowledged writes when it is killed; with its own 2 GB log it starts in 15 s
const storageOptions = [
  '--sync-on-commit',
  '--log-file-max',
  '64MB',
  '--cache-size',
  '512M',
  '--log-level',
  'ERROR',
]

export type Where = Fetching & { dataDir: string; ports: ServerPorts }

export async function kafka({ dataDir, ports, say, stop }: Where): Promise<Spec> {
  const jars = await kafkaJars({ say, stop })
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
    await mustRun("preparing Kafka's storage", { command: 'java', args: java('128m', ...format), say, stop })
  }
  return {
    ...files(dataDir, 'kafka'),
    title: 'Kafka',
    command: 'java',
    args: java('320m', 'kafka.Kafka', properties),
    ready: () => answers(ports.kafka),
  }
}

export async function mongo({ dataDir, ports, say, stop }: Where): Promise<Spec> {
  const { path, mongod } = await mongoServer({ say, stop })
  const home = join(dataDir, 'mongo')
  mkdirSync(home, { recursive: true })
  const port = String(ports.mongo)
  return {
    ...files(dataDir, 'mongo'),
    title: 'The database server',
    command: path,
    args: mongod
      ? ['--port', port, '--bind_ip', '127.0.0.1', '--dbpath', home]
      : ['--port', port, '--storage-path', home, ...storageOptions],
    ready: () => answers(ports.mongo),
  }
}

export async function redis({ dataDir, ports, say, stop }: Where): Promise<Spec> {
  const command = await redisServer({ say, stop })
  const home = join(dataDir, 'redis')
  mkdirSync(home, { recursive: true })
  const place = ['--port', String(ports.redis), '--bind', '127.0.0.1', '--dir', home]
  return {
    ...files(dataDir, 'redis'),
    title: 'Redis',
    command,
    args: [...place, '--appendonly', 'yes', '--maxmemory-policy', 'noeviction'],
    ready: () => answers(ports.redis),
  }
}

export async function mail({ dataDir, ports }: Where): Promise<Spec> {
  const home = join(dataDir, 'mail')
  mkdirSync(home, { recursive: true })
  const program = join(root, 'node_modules', 'maildev', 'bin', 'maildev')
  const place = ['--smtp', String(ports.smtp), '--web', String(ports.mailPage), '--mail-directory', home]
  return {
    ...files(dataDir, 'mail'),
    title: 'The mail catcher',
    command: nodeBinary,
    args: [program, ...place, '--ip', '127.0.0.1', '--web-ip', '127.0.0.1'],
    ready: async () => (await answers(ports.smtp)) && (await answers(ports.mailPage)),
  }
}

function files(dataDir: string, name: string) {
  return {
    name,
    logFile: join(dataDir, 'log', `${name}.log`),
    noteFile: join(notesOf(dataDir, 'servers'), name),
    patienceMs: 9000,
  }
}
