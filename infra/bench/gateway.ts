import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, createServer, request, type Server } from 'node:http'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { accessToken } from '@darsi/contracts/rules/access-token.ts'
import { connectRedis } from '@darsi/kit/redis/redis.ts'
import { markRevocationsComplete, silentLog, testKeys } from '@darsi/kit/testing/testing.ts'
import { importJWK, type JWK, SignJWT } from 'jose'
import { PlainError } from '../local/process/fail.ts'
import { lifetime, unlessStopped } from '../local/process/main.ts'
import { nodeBinary, root, serviceFlags } from '../local/process/paths.ts'
import { answers, freePorts } from '../local/process/ports.ts'
import { startServers } from '../local/servers/backing.ts'
import { cpuOfProcess } from '../local/trials/processes.ts'
import { print, quantile, withTrialFolder } from '../local/trials/trial.ts'

const rounds = 5
const roundMs = 4000
const lanes = 32
const people = 200
const isProfile = process.argv[3] === 'profile'
const profiles = join(root, '.data', 'profiles')
const upstreams = [
  ...['AUTH', 'USERS', 'AVAILABILITY', 'CLASSROOM', 'ADMIN', 'NOTIFICATIONS', 'REMOTE_STUDENT'],
  ...['REMOTE_TEACHER', 'REMOTE_PARENT', 'REMOTE_ADMIN', 'REMOTE_SUPER_ADMIN'],
]

type Side = { name: string; pid: number; port: number; tokens: readonly string[] }

/**
 * CPU time of the gateway per request beside nginx in front of the same server: a signed-in call with limits,
 * revocation and log lines, and a public page. Needs nginx on the PATH. `npm run bench -- gateway profile` writes a CPU
 * profile of the gateway, too.
 */
export async function run(): Promise<void> {
  if (spawnSync('nginx', ['-v']).error) throw new PlainError('nginx is missing: apt install nginx-light')
  // only Redis is started
  const others = { KAFKA_BROKERS: 'none:1', MONGO_URL: 'mongodb://none', SMTP_URL: 'smtp://none' }
  Object.assign(process.env, others)
  await withTrialFolder('gateway', async (dataDir) => {
    const servers = await startServers({ dataDir, ports: 'free', open: true, say: print, stop: lifetime })
    const started: ChildProcess[] = []
    try {
      await servers.crew.ready()
      await unlessStopped(lifetime, measure(dataDir, servers.addressesOf('gateway').REDIS_URL, started))
    } finally {
      for (const child of started) child.kill()
      await servers.stop(1000)
    }
  })
}

async function measure(dataDir: string, redisUrl: string, started: ChildProcess[]): Promise<void> {
  const [loadBefore] = loadavg()
  const redis = connectRedis(redisUrl, silentLog)
  await redis.ping()
  await markRevocationsComplete(redis)
  redis.disconnect()
  const [port = 0, opsPort = 0, pages = 0, nginxPort = 0, service = 0] = await freePorts(5)
  const auth = await testKeys()
  const upstream = await startUpstream(service, JSON.stringify(auth.public))
  const at = (of: number) => `http://127.0.0.1:${of}`
  const gateway = startNode('gateway', {
    ...{ PORT: String(port), OPS_PORT: String(opsPort), PUBLIC_URL: at(port), REDIS_URL: redisUrl },
    ...Object.fromEntries(upstreams.map((name) => [`${name}_URL`, at(service)])),
    ...{ SHELL_URL: at(pages), RATE_LIMIT_PER_MINUTE: '100000000' },
    IDENTITY_KEYS: JSON.stringify((await testKeys()).private),
    ...(isProfile && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` }),
  })
  const nginx = startNginx(dataDir, { port: nginxPort, service, pages })
  started.push(gateway, startPages(dataDir, pages), nginx)
  while (!(await answers(nginxPort)) || !(await answers(pages)) || !(await answers(port))) await sleep(50)
  const ours = { name: 'gateway', port, pid: gateway.pid ?? 0 }
  const theirs = { name: 'nginx', port: nginxPort, pid: workerOf(nginx.pid), tokens: [] }
  const call = { what: 'signed-in GET, 1 kB', path: '/api/me/profile' }
  await compare(call, { ...ours, tokens: await tokensFrom(auth.private.keys[0]) }, theirs)
  await compare({ what: 'public page, 1 kB', path: '/' }, { ...ours, tokens: [] }, theirs)
  print(`load average before ${(loadBefore ?? 0).toFixed(1)}, after ${(loadavg()[0] ?? 0).toFixed(1)}`)
  upstream.close().closeAllConnections()
  if (!isProfile) return
  gateway.kill()
  await once(gateway, 'exit')
  print(`The profile is in ${profiles}.`)
}

/** Rounds of both sides alternate, so that other work on the machine meets both. */
async function compare(
  { what, path }: { what: string; path: string },
  ours: Side,
  theirs: Side,
): Promise<void> {
  const load = (side: Side, ms: number) => cpuPerRequest(side, path, ms)
  // V8 optimises the gateway's code during the first ten thousands of calls
  await load(ours, 10_000)
  await load(theirs, 1000)
  const [own, other]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    own.push(await load(ours, roundMs))
    other.push(await load(theirs, roundMs))
  }
  const [mine, nginx] = [quantile(own, 0.5), quantile(other, 0.5)]
  const ratios = own.map((one, round) => one / (other[round] ?? Number.NaN))
  print(
    `${what}: gateway ${(mine * 1000).toFixed(0)} us of CPU a request, nginx ${(nginx * 1000).toFixed(0)} us, ratio ${quantile(ratios, 0.5).toFixed(1)} (${ratios.map((one) => one.toFixed(1)).join(', ')})`,
  )
}

/** @returns CPU milliseconds per request */
async function cpuPerRequest(side: Side, path: string, ms: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  const before = cpuOfProcess(side.pid) ?? Number.NaN
  const until = performance.now() + ms
  let count = 0
  const lane = async () => {
    while (performance.now() < until) {
      const token = side.tokens[count++ % side.tokens.length]
      await get(side, { agent, path, token })
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  agent.destroy()
  return ((cpuOfProcess(side.pid) ?? Number.NaN) - before) / count
}

type Call = { agent: Agent; path: string; token: string | undefined }

function get({ name, port }: Side, { agent, path, token }: Call): Promise<void> {
  const headers = {
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) bench',
    ...(token && { authorization: `Bearer ${token}` }),
  }
  return new Promise((resolve, reject) => {
    const asked = request({ agent, host: '127.0.0.1', port, path, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new PlainError(`${name} answered ${answer.statusCode}`))
      answer.resume().on('end', resolve).on('error', reject)
    })
    asked.on('error', reject).end()
  })
}

/** A service that answers 1 kB of JSON, and the keys of auth. */
async function startUpstream(port: number, keys: string): Promise<Server> {
  const body = JSON.stringify({ success: true, data: { text: randomBytes(490).toString('hex') } })
  const server = createServer((asked, response) => {
    response.setHeader('Content-Type', 'application/json; charset=utf-8')
    response.end(asked.url === '/.well-known/jwks.json' ? keys : body)
  })
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  return server
}

/** The static server of the front ends with one page. */
function startPages(folder: string, port: number): ChildProcess {
  const site = join(folder, 'site')
  mkdirSync(site, { recursive: true })
  const page = `<!doctype html><title>Page</title><p>${randomBytes(480).toString('hex')}</p>`
  writeFileSync(join(site, 'index.html'), page)
  return startNode('frontends/static-server', { ROOT: site, PORT: String(port) })
}

function startNode(folder: string, env: Record<string, string>): ChildProcess {
  return spawn(nodeBinary, [...serviceFlags, 'src/main.ts'], {
    cwd: join(root, folder),
    env: { ...process.env, ...env },
    // the log lines are written and dropped
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

function startNginx(folder: string, ports: Ports): ChildProcess {
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, nginxConfig(folder, ports))
  return spawn('nginx', ['-c', file, '-p', folder], { stdio: 'inherit' })
}

/** nginx answers in a child of its first process. */
function workerOf(pid: number | undefined): number {
  return Number(/\d+/.exec(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'))?.[0])
}

type Ports = { port: number; service: number; pages: number }

const nginxConfig = (folder: string, { port, service, pages }: Ports) => `
daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/nginx-error.log;
events { worker_connections 1024; }
http {
  access_log ${folder}/nginx-access.log;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
  uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  keepalive_requests 1000000;
  upstream service { server 127.0.0.1:${service}; keepalive 64; keepalive_requests 1000000; }
  upstream pages { server 127.0.0.1:${pages}; keepalive 64; keepalive_requests 1000000; }
  server {
    listen 127.0.0.1:${port};
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    location / { proxy_pass http://pages; }
    location /api/ { proxy_pass http://service; }
  }
}
`

async function tokensFrom(key: JWK | undefined): Promise<string[]> {
  const signing = await importJWK(key ?? {}, 'EdDSA')
  const now = Math.floor(Date.now() / 1000)
  return Promise.all(
    Array.from({ length: people }, () =>
      new SignJWT({ role: 'student', sid: randomUUID(), auth_time: now })
        .setProtectedHeader({ alg: 'EdDSA', typ: accessToken.type, kid: String(key?.kid) })
        .setSubject(randomUUID())
        .setIssuer(accessToken.issuer)
        .setAudience(accessToken.audience)
        .setIssuedAt(now)
        .setExpirationTime(now + 600)
        .sign(signing),
    ),
  )
}
