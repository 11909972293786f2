import { topicPrefixIn } from '@darsi/kit/config/config.ts'
import { operator } from '@darsi/kit/kafka/kafka-rules.ts'
import { withUser } from '../../access/access-files.ts'
import { type Crew, createCrew } from '../process/crew.ts'
import type { PlainError } from '../process/fail.ts'
import { takeLock } from '../process/lock.ts'
import { unlessStopped } from '../process/main.ts'
import { needPorts } from '../process/ports.ts'
import { type Ports, type ServerPorts, type ServiceName, somePorts } from '../process/site-ports.ts'
import { missing } from '../tools/install.ts'
import { ensureTools, java, maven, python, type Tool } from '../tools/tools.ts'
import { type Access, accessIn } from './access.ts'
import { kafka, mail, mongo, redis } from './servers.ts'

export type StartOptions = {
  dataDir: string
  /** `free` uses any free ports, for tests beside a running site. */
  ports: Ports | 'free'
  say?: (text: string) => void
  /** Called when a process keeps dying. */
  gaveUp?: (error: PlainError) => void
  /** Checked together with those of the servers; the key says what the port is for. */
  otherPorts?: Readonly<Record<string, number>>
  /** Aborted when the start, or the running site, should end. */
  stop?: AbortSignal | undefined
  /** Added to every service's environment. */
  env?: Readonly<Record<string, string>>
  /** Servers without logins, for tests of single packages and services that are run by hand. */
  open?: boolean
}

/** Addresses and users of the backing servers, as the services read them. */
export type ServerAddresses = Record<
  | 'MONGO_URL'
  | 'KAFKA_BROKERS'
  | 'KAFKA_SASL'
  | 'KAFKA_USERNAME'
  | 'KAFKA_PASSWORD'
  | 'REDIS_URL'
  | 'SMTP_URL'
  | 'MAILDEV_URL',
  string
>
export type User = ServiceName | 'gateway' | typeof operator
export type Servers = {
  crew: Crew
  ports: Ports
  addressesOf: (user: User) => ServerAddresses
  stop: Crew['stop']
}

type Need = { kafka: boolean; mongo: boolean; redis: boolean; mail: boolean }

/** Starts the backing servers that the environment does not provide; they may not be ready yet when this resolves. */
export async function startServers(options: StartOptions): Promise<Servers> {
  const { dataDir, say = () => {}, gaveUp = () => {}, stop, env = {}, open = false } = options
  const need = needed(process.env)
  const ports = options.ports === 'free' ? await somePorts() : options.ports
  const lock = await takeLock(dataDir, 'servers', say)
  const crew = createCrew({ say, gaveUp })
  const access = open ? undefined : accessIn(dataDir)
  const end = async (patienceMs?: number) => {
    await crew.stop(patienceMs)
    lock.release()
  }
  const launch = async () => {
    if (options.ports !== 'free') await needPorts({ ...options.otherPorts, ...serverPorts(ports) })
    await ensureTools(toolsFor(need), { say, stop })
    const topicPrefix = () => topicPrefixIn({ ...process.env, ...env })
    const where = { dataDir, ports, say, stop, access, topicPrefix }
    const specs = await Promise.all([
      ...(need.mongo ? [mongo(where)] : []),
      ...(need.redis ? [redis(where)] : []),
      ...(need.mail ? [mail(where)] : []),
      ...(need.kafka ? [kafka(where)] : []),
    ])
    if (specs.length > 0) say('Starting the backing servers…')
    for (const spec of specs) crew.launch(spec)
  }
  try {
    await unlessStopped(stop, launch())
  } catch (error) {
    await end()
    throw error
  }
  const addressesOf = (user: User) => addressesIn(process.env, { ports, access, user })
  lock.publish(addressesOf(operator))
  return { crew, ports, addressesOf, stop: end }
}

function needed(given: NodeJS.ProcessEnv): Need {
  return {
    kafka: !given['KAFKA_BROKERS'],
    mongo: !given['MONGO_URL'],
    redis: !given['REDIS_URL'],
    mail: !given['SMTP_URL'],
  }
}

/** Only the tools that this start uses: once everything is fetched, neither Maven nor Python. */
function toolsFor(need: Need): Tool[] {
  const fetchRedis = need.redis && missing.redis()
  const fetchJars = missing.jars() && (need.kafka || fetchRedis)
  const unpack = fetchRedis || (need.mongo && missing.database())
  return [...(need.kafka ? [java] : []), ...(fetchJars ? [maven] : []), ...(unpack ? [python] : [])]
}

function serverPorts(ports: ServerPorts): Record<string, number> {
  const need = needed(process.env)
  return {
    ...(need.kafka ? { Kafka: ports.kafka, "Kafka's controller": ports.kafkaController } : {}),
    ...(need.mongo ? { 'the database server': ports.mongo } : {}),
    ...(need.redis ? { Redis: ports.redis } : {}),
    ...(need.mail ? { 'the mail catcher': ports.smtp, "the mail catcher's page": ports.mailPage } : {}),
  }
}

/** Addresses from the environment contain their users; the servers that we start know the users of `access`. */
function addressesIn(
  given: NodeJS.ProcessEnv,
  { ports, access, user }: { ports: ServerPorts; access: Access | undefined; user: User },
): ServerAddresses {
  const { MONGO_URL, KAFKA_BROKERS, KAFKA_SASL, KAFKA_USERNAME, KAFKA_PASSWORD, REDIS_URL, SMTP_URL } = given
  const mongo = named(`mongodb://127.0.0.1:${ports.mongo}`, user, access?.mongo)
  const password = passwordOf(user, access?.kafka)
  const kafka =
    KAFKA_BROKERS || !password
      ? { KAFKA_SASL, KAFKA_USERNAME, KAFKA_PASSWORD }
      : { KAFKA_SASL: 'plain', KAFKA_USERNAME: user, KAFKA_PASSWORD: password }
  return {
    MONGO_URL: MONGO_URL || (mongo.includes('@') ? `${mongo}/?authSource=admin` : mongo),
    KAFKA_BROKERS: KAFKA_BROKERS || `127.0.0.1:${ports.kafka}`,
    KAFKA_SASL: kafka.KAFKA_SASL ?? '',
    KAFKA_USERNAME: kafka.KAFKA_USERNAME ?? '',
    KAFKA_PASSWORD: kafka.KAFKA_PASSWORD ?? '',
    REDIS_URL: REDIS_URL || named(`redis://127.0.0.1:${ports.redis}`, user, access?.redis),
    SMTP_URL: SMTP_URL || `smtp://127.0.0.1:${ports.smtp}`,
    MAILDEV_URL: given['MAILDEV_URL'] || (SMTP_URL ? '' : `http://127.0.0.1:${ports.mailPage}`),
  }
}

/** Without a user for a process that does not use that server. */
function named(address: string, user: User, passwords?: Readonly<Record<string, string>>): string {
  const password = passwordOf(user, passwords)
  return password ? withUser(address, user, password) : address
}

const passwordOf = (user: User, passwords: Readonly<Record<string, string>> = {}) => passwords[user]
