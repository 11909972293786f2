import { join } from 'node:path'
import { type Child, type Spec, startChild, type Watch } from './child.ts'
import type { PlainError } from './fail.ts'
import { buildFrontEnds, dashboards } from './front-ends.ts'
import { nodeBinary, root } from './paths.ts'
import { freePorts, needPorts } from './ports.ts'
import { type Secrets, secretsIn } from './secrets.ts'
import { kafka, mail, mongo, redis, type ServerPorts, serverAddresses } from './servers.ts'
import { ensureTools, serverTools } from './tools.ts'

export const services = ['auth', 'users', 'availability', 'admin', 'notifications'] as const
const frontEnds = ['shell', ...dashboards] as const
type ServiceName = (typeof services)[number]
type FrontEnd = (typeof frontEnds)[number]
export type Ports = ServerPorts & {
  [K in ServiceName | `front-${FrontEnd}` | 'gateway' | 'gatewayOps']: number
}

export const defaultPorts: Ports = {
  gateway: 8080,
  gatewayOps: 9080,
  auth: 4001,
  users: 4002,
  availability: 4003,
  admin: 4004,
  notifications: 4005,
  'front-shell': 4100,
  'front-student': 4101,
  'front-teacher': 4102,
  'front-parent': 4103,
  'front-admin': 4104,
  'front-super-admin': 4105,
  kafka: 9092,
  kafkaController: 9093,
  mongo: 27017,
  redis: 6379,
  smtp: 1025,
  mailPage: 1080,
}

export type SiteOptions = {
  dataDir: string
  /** `free` takes any free ports, for tests beside a running site. */
  ports: Ports | 'free'
  /** Added to every service's environment. */
  env?: Readonly<Record<string, string>>
  say?: (text: string) => void
  /** Called when a process keeps dying. */
  gaveUp?: (error: PlainError) => void
  /** Restarts services when their files change. */
  watchFiles?: boolean
}

export type Site = {
  url: string
  mailUrl: string
  /** Addresses of the backing servers as services read them. */
  servers: ReturnType<typeof serverAddresses>
  secrets: Secrets
  serviceUrl: (name: ServiceName) => string
  /** Every supervised process, by name. */
  processes: ReadonlyMap<string, Child>
  stop: () => Promise<void>
}

/** Starts the four backing servers that the environment does not give. */
export async function startServers(
  options: SiteOptions,
): Promise<{ children: Child[]; ports: Ports; servers: Site['servers'] }> {
  const { dataDir, say = () => {} } = options
  ensureTools(serverTools, say)
  const ports = options.ports === 'free' ? await somePorts() : options.ports
  const where = { dataDir, ports, say }
  const given = process.env
  const wanted = [
    ...(given['MONGO_URL'] ? [] : [await mongo(where)]),
    ...(given['REDIS_URL'] ? [] : [await redis(where)]),
    ...(given['SMTP_URL'] ? [] : [await mail(where)]),
    ...(given['KAFKA_BROKERS'] ? [] : [await kafka(where)]),
  ]
  if (options.ports !== 'free') {
    const { kafka: broker, kafkaController, mongo: database, redis: cache, smtp, mailPage } = ports
    await needPorts({
      Kafka: broker,
      "Kafka's controller": kafkaController,
      database,
      Redis: cache,
      'caught mail': smtp,
      'the mail page': mailPage,
    })
  }
  say('Starting Kafka, the database, Redis and the mail catcher…')
  const watch = watchWith(options)
  const children = wanted.map((spec) => startChild(spec, watch))
  const servers = { ...serverAddresses(ports), ...fromEnvironment(given) }
  return { children, ports, servers }
}

/** Starts the whole product. When it resolves, every process is ready. */
export async function startSite(options: SiteOptions): Promise<Site> {
  const { dataDir, say = () => {} } = options
  if (options.ports !== 'free') {
    const { gateway, gatewayOps, ...rest } = options.ports
    const own = Object.fromEntries(
      [...services, ...frontEnds.map((name) => `front-${name}` as const)].map((name) => [name, rest[name]]),
    )
    await needPorts({ 'the site': gateway, "the gateway's metrics": gatewayOps, ...own })
  }
  const { children, ports, servers } = await startServers(options)
  const all = [...children]
  const stop = async () => {
    // services before the servers they write to
    await Promise.all(all.filter((child) => !children.includes(child)).map((child) => child.stop()))
    await Promise.all(children.map((child) => child.stop()))
  }
  try {
    const secrets = await secretsIn(dataDir)
    const watch = watchWith(options)
    const launch = (spec: Spec) => all.push(startChild(spec, watch))
    const built = buildFrontEnds(say)
    await Promise.all(children.filter((child) => child.name !== 'Kafka').map((child) => child.ready()))
    say('Starting the services…')
    const url = `http://localhost:${ports.gateway}`
    const { IDENTITY_JWKS, EVENT_KEY } = secrets
    const common = { ...servers, IDENTITY_JWKS, EVENT_KEY, PUBLIC_URL: url, DEMO: 'true', ...options.env }
    for (const name of services) {
      // the signing key is auth's alone
      const own: Record<string, string> = name === 'auth' ? { AUTH_KEYS: secrets.AUTH_KEYS } : {}
      launch(
        nodeProcess(name, join(root, 'services', name), options, {
          ...common,
          ...own,
          PORT: String(ports[name]),
        }),
      )
    }
    launch(gateway(ports, common, secrets, options))
    await built
    for (const name of frontEnds) launch(frontEnd(name, ports[`front-${name}`], dataDir))
    await Promise.all(all.map((child) => child.ready()))
    return {
      url,
      mailUrl: servers.MAILDEV_URL,
      servers,
      secrets,
      serviceUrl: (name) => `http://127.0.0.1:${ports[name]}`,
      processes: new Map(all.map((child) => [child.name, child])),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function gateway(ports: Ports, common: Record<string, string>, secrets: Secrets, options: SiteOptions): Spec {
  const urls = Object.fromEntries(
    services.map((name) => [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${ports[name]}`]),
  )
  const remotes = Object.fromEntries(
    dashboards.map((role) => [
      `REMOTE_${role.toUpperCase().replace('-', '_')}_URL`,
      `http://127.0.0.1:${ports[`front-${role}`]}`,
    ]),
  )
  return nodeProcess('gateway', join(root, 'gateway'), options, {
    ...common,
    ...urls,
    ...remotes,
    IDENTITY_KEYS: secrets.IDENTITY_KEYS,
    SHELL_URL: `http://127.0.0.1:${ports['front-shell']}`,
    PORT: String(ports.gateway),
    OPS_PORT: String(ports.gatewayOps),
  })
}

function frontEnd(name: FrontEnd, port: number, dataDir: string): Spec {
  const folder = name === 'shell' ? 'frontends/shell' : `frontends/dashboards/${name}`
  const env = { ROOT: join(root, folder, 'dist'), PORT: String(port) }
  return nodeProcess(`front-${name}`, join(root, 'frontends', 'static-server'), { dataDir }, env)
}

function nodeProcess(
  name: string,
  cwd: string,
  { dataDir, watchFiles }: Pick<SiteOptions, 'dataDir' | 'watchFiles'>,
  env: Record<string, string>,
): Spec {
  const port = env['OPS_PORT'] ?? env['PORT']
  return {
    name,
    command: nodeBinary,
    args: [
      ...(watchFiles ? ['--watch', '--watch-preserve-output'] : []),
      '--disable-warning=ExperimentalWarning',
      'src/main.ts',
    ],
    cwd,
    env,
    logFile: join(dataDir, 'log', `${name}.log`),
    ready: async () =>
      (await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2000) })).ok,
  }
}

function watchWith({ say = () => {}, gaveUp = () => {} }: SiteOptions): Watch {
  return { restarted: (name) => say(`${name} ended unexpectedly and is started again.`), gaveUp }
}

function fromEnvironment(env: NodeJS.ProcessEnv): Partial<ReturnType<typeof serverAddresses>> {
  const names = ['MONGO_URL', 'KAFKA_BROKERS', 'REDIS_URL', 'SMTP_URL', 'MAILDEV_URL'] as const
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
}

async function somePorts(): Promise<Ports> {
  const names = Object.keys(defaultPorts)
  const free = await freePorts(names.length)
  // `as`: one port per name of defaultPorts
  return Object.fromEntries(names.map((name, index) => [name, free[index]])) as Ports
}
