import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { events } from '@darsi/contracts/events/events.ts'
import { receivers } from '@darsi/contracts/events/receivers.ts'
import { giveRules } from '@darsi/kit/kafka/kafka-acls.ts'
import { kafkaRules, operator } from '@darsi/kit/kafka/kafka-rules.ts'
import { broker } from '../../access/kafka-users.ts'
import { redisAclFile } from '../../access/redis-rules.ts'
import { replaceFile } from '../keys/key-files.ts'
import type { Spec } from '../process/child.ts'
import { notesOf } from '../process/lock.ts'
import { nodeBinary, root } from '../process/paths.ts'
import { answers, freePorts } from '../process/ports.ts'
import type { ServerPorts } from '../process/site-ports.ts'
import { type Fetching, kafkaJars, mongoServer, redisServer, redisVersion } from '../tools/install.ts'
import { mustRun } from '../tools/programs.ts'
import type { Access } from './access.ts'
import { kafkaProperties } from './kafka-properties.ts'
import { makeMongoUsers, withDatabase } from './mongo-users.ts'
import { isPrimary } from './replica-set.ts'

// without the first option it loses acknowledged writes when it is killed; with its own 2 GB log it starts in 15 s
const storageOptions = [
  '--sync-on-commit',
  '--log-file-max',
  '64MB',
  '--cache-size',
  '512M',
  '--log-level',
  'ERROR',
]

type Where = Fetching & {
  dataDir: string
  ports: ServerPorts
  /** Passwords of the servers' users; without it the servers need no login. */
  access?: Access | undefined
  /** The topic prefix of Kafka's rules, read at each start. */
  topicPrefix?: () => string
}

export async function kafka({
  dataDir,
  ports,
  say,
  stop,
  access,
  topicPrefix = () => '',
}: Where): Promise<Spec> {
  const jars = await kafkaJars({ say, stop })
  const home = join(dataDir, 'kafka')
  const properties = join(home, 'server.properties')
  mkdirSync(home, { recursive: true })
  replaceFile(properties, kafkaProperties(join(home, 'logs'), ports, access?.kafka), 0o600)
  const java = (heap: string, ...args: string[]) => [
    `-Xmx${heap}`,
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    `-Dlog4j2.configurationFile=${join(root, 'infra', 'local', 'servers', 'kafka-log4j2.properties')}`,
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
    ready: async () => (await answers(ports.kafka)) && (!access || hasRules(ports, access, topicPrefix())),
  }
}

/** Sets the broker's rules; true once it applies them, a moment later. */
async function hasRules(ports: ServerPorts, { kafka }: Access, prefix: string): Promise<boolean> {
  const sasl = { mechanism: 'plain' as const, username: broker, password: kafka[broker] }
  const brokers = [`127.0.0.1:${ports.kafka}`]
  const { added, removed } = await giveRules({ brokers, sasl }, kafkaRules(events, receivers, prefix))
  return added + removed === 0
}

/** SecantusDB, or a `mongod` on the PATH: as a replica set, because it has change streams only there. */
export async function mongo({ dataDir, ports, say, stop, access }: Where): Promise<Spec> {
  const { path, mongod } = await mongoServer({ say, stop })
  // each reads its own files only
  const home = join(dataDir, mongod ? 'mongod' : 'mongo')
  mkdirSync(home, { recursive: true })
  const keyFile = join(home, 'members.key')
  if (mongod && access && !existsSync(keyFile))
    replaceFile(keyFile, randomBytes(96).toString('base64'), 0o600)
  const specOn = (port: number, name: string, ...options: string[]): Spec => ({
    ...files(dataDir, name),
    title: 'The database server',
    command: path,
    args: [
      ...['--port', String(port), ...options],
      ...(mongod
        ? ['--bind_ip', '127.0.0.1', '--dbpath', home]
        : ['--storage-path', home, ...storageOptions]),
    ],
    ready: () => answers(port),
  })
  const asSet = (spec: Spec): Spec => ({
    ...spec,
    args: [...spec.args, '--replSet', 'rs0', ...(access ? ['--keyFile', keyFile] : [])],
    ready: async () => (await answers(ports.mongo)) && isPrimaryOn(ports.mongo, access?.mongo[operator]),
  })
  if (!access) return mongod ? asSet(specOn(ports.mongo, 'mongo')) : specOn(ports.mongo, 'mongo')
  const [port = 0] = await freePorts(1)
  // mongod makes its users outside of the set, whose member has another port
  await makeMongoUsers({ home, passwords: access.mongo, spec: specOn(port, 'mongo-users'), port, stop })
  return mongod ? asSet(specOn(ports.mongo, 'mongo')) : specOn(ports.mongo, 'mongo', '--auth')
}

async function isPrimaryOn(port: number, password: string | undefined): Promise<boolean> {
  const login = password ? `${operator}:${encodeURIComponent(password)}@` : ''
  return withDatabase(`mongodb://${login}127.0.0.1:${port}/?directConnection=true`, (admin) =>
    isPrimary((command) => admin.command(command), `127.0.0.1:${port}`),
  )
}

export async function redis({ dataDir, ports, say, stop, access }: Where): Promise<Spec> {
  const command = await redisServer({ say, stop })
  const home = join(dataDir, 'redis')
  mkdirSync(home, { recursive: true })
  const place = ['--port', String(ports.redis), '--bind', '127.0.0.1', '--dir', home]
  const users = join(home, 'users.acl')
  if (access)
    replaceFile(
      users,
      redisAclFile((user) => access.redis[user], redisVersion(command).major),
      0o600,
    )
  return {
    ...files(dataDir, 'redis'),
    title: 'Redis',
    command,
    args: [
      ...place,
      ...['--appendonly', 'yes', '--maxmemory-policy', 'noeviction'],
      ...(access ? ['--aclfile', users] : []),
    ],
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
