import { type Crew, createCrew } from './crew.ts'
import type { PlainError } from './fail.ts'
import { missing } from './install.ts'
import { takeLock } from './lock.ts'
import { unlessStopped } from './main.ts'
import { needPorts } from './ports.ts'
import { kafka, mail, mongo, redis } from './servers.ts'
import { type Ports, type ServerPorts, somePorts } from './site-ports.ts'
import { ensureTools, java, maven, python, type Tool } from './tools.ts'

export type StartOptions = {
  dataDir: string
  /** `free` takes any free ports, for tests beside a running site. */
  ports: Ports | 'free'
  say?: (text: string) => void
  /** Called when a process keeps dying. */
  gaveUp?: (error: PlainError) => void
  /** Checked together with those of the servers, by what they are for. */
  otherPorts?: Readonly<Record<string, number>>
  /** Given when the start, or what runs, shall end. */
  stop?: AbortSignal | undefined
}

/** Where the backing servers are found, as the services read it. */
export type ServerAddresses = Record<
  'MONGO_URL' | 'KAFKA_BROKERS' | 'REDIS_URL' | 'SMTP_URL' | 'MAILDEV_URL',
  string
>
export type Servers = { crew: Crew; ports: Ports; addresses: ServerAddresses; stop: Crew['stop'] }

type Need = { kafka: boolean; mongo: boolean; redis: boolean; mail: boolean }

/** Starts those backing servers that the environment does not give; they may not be ready yet when this resolves. */
export async function startServers(options: StartOptions): Promise<Servers> {
  const { dataDir, say = () => {}, gaveUp = () => {}, stop } = options
  const need = needed(process.env)
  const ports = options.ports === 'free' ? await somePorts() : options.ports
  const lock = await takeLock(dataDir, 'servers', say)
  const crew = createCrew({ say, gaveUp })
  const end = async (patienceMs?: number) => {
    await crew.stop(patienceMs)
    lock.release()
  }
  const launch = async () => {
    if (options.ports !== 'free') await needPorts({ ...options.otherPorts, ...serverPorts(ports) })
    await ensureTools(toolsFor(need), { say, stop })
    const where = { dataDir, ports, say, stop }
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
  const addresses = addressesIn(process.env, ports)
  lock.publish(addresses)
  return { crew, ports, addresses, stop: end }
}

function needed(given: NodeJS.ProcessEnv): Need {
  return {
    kafka: !given['KAFKA_BROKERS'],
    mongo: !given['MONGO_URL'],
    redis: !given['REDIS_URL'],
    mail: !given['SMTP_URL'],
  }
}

/** Only what this start will use: once everything is fetched, neither Maven nor Python. */
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

function addressesIn(given: NodeJS.ProcessEnv, ports: ServerPorts): ServerAddresses {
  return {
    MONGO_URL: given['MONGO_URL'] || `mongodb://127.0.0.1:${ports.mongo}`,
    KAFKA_BROKERS: given['KAFKA_BROKERS'] || `127.0.0.1:${ports.kafka}`,
    REDIS_URL: given['REDIS_URL'] || `redis://127.0.0.1:${ports.redis}`,
    SMTP_URL: given['SMTP_URL'] || `smtp://127.0.0.1:${ports.smtp}`,
    MAILDEV_URL: given['MAILDEV_URL'] || (given['SMTP_URL'] ? '' : `http://127.0.0.1:${ports.mailPage}`),
  }
}
