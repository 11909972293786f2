import { join } from 'node:path'
import { operator } from '@darsi/kit/kafka/kafka-rules.ts'
import { type Secrets, secretsIn } from '../keys/secrets.ts'
import type { Child, Spec } from '../process/child.ts'
import { type Crew, createCrew } from '../process/crew.ts'
import { PlainError } from '../process/fail.ts'
import { notesOf, takeLock } from '../process/lock.ts'
import { unlessStopped } from '../process/main.ts'
import { nodeBinary, root, serviceFlags, serviceMemory } from '../process/paths.ts'
import { freePorts } from '../process/ports.ts'
import { frontEnds, type Ports, type ServiceName, services, somePorts } from '../process/site-ports.ts'
import { type ServerAddresses, type StartOptions, startServers } from '../servers/backing.ts'
import {
  type EnvironmentOptions,
  frontEndEnvironment,
  gatewayEnvironment,
  serviceEnvironment,
  siteUrl,
} from './environment.ts'
import { buildFrontEnds } from './front-ends.ts'
import { startMedia } from './media.ts'

type SiteOptions = StartOptions & {
  /** Starts only these of the gateway, services and front ends (`front-shell`, …), with the backing servers. */
  only?: readonly string[]
  /** Services with a second process, `<name>-2`, which handles events and jobs but gets no calls. */
  twins?: readonly ServiceName[]
  /** One process serves all front ends, which saves 375 MB; without it one of them can be stopped alone. */
  oneFrontServer?: boolean
  /** Restarts services when their files change. */
  watchFiles?: boolean
}

export type Site = {
  url: string
  mailUrl: string
  /** Addresses of the backing servers as services read them, with the operator's user. */
  servers: ServerAddresses
  secrets: Secrets
  serviceUrl: (name: ServiceName) => string
  /** The variables of a service, to start a second replica of it. */
  environmentOf: (name: ServiceName) => Record<string, string>
  /** Folder of the processes' logs. */
  logFolder: string
  /** Every supervised process, by name. */
  processes: ReadonlyMap<string, Child>
  process: (name: string) => Child
  /** Restarts one process; resolves when it is ready. @param patienceMs instead of the time limit of every start */
  restart: (name: string, patienceMs?: number) => Promise<void>
  /** @param patienceMs time limit for each process, instead of its own */
  stop: (patienceMs?: number) => Promise<void>
}

/** Starts the whole product. When it resolves, every process is ready. */
export async function startSite(options: SiteOptions): Promise<Site> {
  const { dataDir, say = () => {}, gaveUp = () => {}, stop } = options
  const lock = await takeLock(dataDir, 'site', say)
  const crew = createCrew({ say, gaveUp })
  let servers: { stop: Crew['stop'] } | undefined
  let media: { stop: () => Promise<void> } | undefined
  const end = async (patienceMs?: number) => {
    // services before the servers they write to
    await Promise.all([crew.stop(patienceMs), media?.stop()])
    await servers?.stop(patienceMs)
    lock.release()
  }
  const start = async () => {
    const ports = options.ports === 'free' ? await somePorts() : options.ports
    const otherPorts = options.ports === 'free' ? {} : portsOf(ports)
    const backing = await startServers({ ...options, ports, otherPorts })
    servers = backing
    const secrets = await secretsIn(dataDir)
    const around = { ports, addressesOf: backing.addressesOf, secrets, dataDir, extra: options.env ?? {} }
    // Kafka takes longest, and no other part needs it to start
    const others = [...backing.crew.children.values()].filter(({ name }) => name !== 'kafka')
    await Promise.all(others.map((child) => child.ready()))
    await Promise.all([
      backing.crew.ready(),
      launchServices(crew, options, around),
      launchFrontEnds(crew, options, around),
    ])
    // last, because nothing waits for it
    if (isWanted(options, 'classroom') && !process.env['LIVEKIT_URL'])
      media = startMedia(around, { say, stop })
    return siteOf({ crew, backing: backing.crew, around, logFolder: join(dataDir, 'log'), stop: end })
  }
  try {
    const site = await unlessStopped(stop, start())
    lock.publish({
      ...site.servers,
      SITE_URL: site.url,
      MAIL_URL: site.mailUrl,
      AUTH_URL: site.serviceUrl('auth'),
      AUTH_REDIS_URL: site.environmentOf('auth')['REDIS_URL'] ?? '',
    })
    return site
  } catch (error) {
    await end()
    throw error
  }
}

async function launchServices(crew: Crew, options: SiteOptions, around: EnvironmentOptions): Promise<void> {
  options.say?.('Starting the services…')
  for (const name of services) {
    launch(crew, options, name, join(root, 'services', name), serviceEnvironment(name, around))
  }
  const { only: _only, ...unlimited } = options
  const { twins = [] } = options
  const spare = await freePorts(twins.length)
  for (const [index, name] of twins.entries()) {
    const env = { ...serviceEnvironment(name, around), PORT: String(spare[index]) }
    launch(crew, unlimited, `${name}-2`, join(root, 'services', name), env)
  }
  launch(crew, options, 'gateway', join(root, 'gateway'), gatewayEnvironment(around))
  await crew.ready()
}

async function launchFrontEnds(crew: Crew, options: SiteOptions, around: EnvironmentOptions): Promise<void> {
  if (options.oneFrontServer || frontEnds.some((name) => isWanted(options, `front-${name}`)))
    await buildFrontEnds(options)
  const folder = join(root, 'frontends', 'static-server')
  const quiet = { ...options, watchFiles: false }
  if (options.oneFrontServer)
    launch(crew, quiet, 'front-ends', folder, frontEndEnvironment(frontEnds, around))
  else
    for (const name of frontEnds)
      launch(crew, quiet, `front-${name}`, folder, frontEndEnvironment([name], around))
  await crew.ready()
}

function isWanted({ only }: SiteOptions, name: string): boolean {
  return only === undefined || only.includes(name)
}

function launch(
  crew: Crew,
  options: SiteOptions,
  name: string,
  cwd: string,
  env: Record<string, string>,
): void {
  if (!isWanted(options, name)) return
  const [port] = (env['OPS_PORT'] ?? env['PORT'] ?? '').split(',')
  const { dataDir, watchFiles } = options
  const spec: Spec = {
    name,
    command: nodeBinary,
    args: [...(watchFiles ? ['--watch', '--watch-preserve-output'] : []), ...serviceFlags, 'src/main.ts'],
    cwd,
    env: { ...serviceMemory, ...env },
    logFile: join(dataDir, 'log', `${name}.log`),
    noteFile: join(notesOf(dataDir, 'site'), name),
    patienceMs: 20_000,
    ready: async () =>
      (await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2000) })).ok,
  }
  crew.launch(spec)
}

function siteOf(
  parts: { crew: Crew; backing: Crew; around: EnvironmentOptions } & Pick<Site, 'logFolder' | 'stop'>,
): Site {
  const { ports, addressesOf, secrets } = parts.around
  const servers = addressesOf(operator)
  const processes = new Map([...parts.backing.children, ...parts.crew.children])
  const process = (name: string): Child => {
    const child = processes.get(name)
    if (!child)
      throw new PlainError(`There is no process "${name}", only ${[...processes.keys()].join(', ')}.`)
    return child
  }
  return {
    url: siteUrl(ports),
    mailUrl: servers.MAILDEV_URL.replace('//127.0.0.1:', '//localhost:'),
    servers,
    secrets,
    serviceUrl: (name) => `http://127.0.0.1:${ports[name]}`,
    environmentOf: (name) => serviceEnvironment(name, parts.around),
    logFolder: parts.logFolder,
    processes,
    process,
    restart: async (name, patienceMs) => {
      await process(name).stop()
      process(name).start()
      await process(name).ready(patienceMs)
    },
    stop: parts.stop,
  }
}

function portsOf(ports: Ports): Record<string, number> {
  const own = [...services, ...frontEnds.map((name) => `front-${name}` as const)]
  return {
    'the site': ports.gateway,
    "the gateway's metrics": ports.gatewayOps,
    ...Object.fromEntries(own.map((name) => [name, ports[name]])),
  }
}
