import { writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PlainError } from '../local/process/fail.ts'
import { lifetime } from '../local/process/main.ts'
import { root } from '../local/process/paths.ts'
import { compose, docker } from '../local/tools/compose.ts'
import { replacePart } from '../local/tools/replace-part.ts'
import { print, quantile } from '../local/trials/trial.ts'

const wanted = Number(process.env['REQUESTS'] ?? 10_000)
// below the gateway's limit for one client address (6,000 a minute)
const perSecond = 80
const longestMs = 10 * 60_000
const rebuilt = (process.env['REBUILD'] ?? '').split(',')
const tag = process.env['DARSI_TAG'] ?? 'latest'
const registry = process.env['DARSI_REGISTRY'] ?? 'localhost/darsi'
const url = new URL(process.env['E2E_URL'] ?? 'http://127.0.0.1:8080')

const parts = [
  ...['auth', 'users', 'availability', 'classroom', 'admin', 'notifications'],
  ...['student', 'teacher', 'parent', 'admin', 'super-admin'].map((role) => `dashboard-${role}`),
  // last: it names the builds of the running dashboards
  'shell',
]

type Call = { name: string; method: string; path: string; body?: unknown; token?: string }
type Tally = { sent: number; failed: string[]; ms: number[]; byName: Map<string, number> }

/**
 * Replaces every service and front end of the running compose project by a new container, successor first, under reads
 * and writes through the gateway. Loopback only. No request may fail. `REBUILD=dashboard-teacher,shell` first rebuilds
 * those from the changed sources, and the shell names the new dashboards (docs/reference.md).
 */
export async function run(): Promise<void> {
  if (!['127.0.0.1', 'localhost'].includes(url.hostname)) throw new PlainError('Loopback only.')
  const calls = await callsOfEveryService()
  const tally: Tally = { sent: 0, failed: [], ms: [], byName: new Map() }
  let restarted = false
  const load = generate(calls, tally, () => restarted)
  try {
    for (const part of parts) {
      const started = performance.now()
      await replace(part)
      print(
        `  ${part} replaced in ${((performance.now() - started) / 1000).toFixed(0)} s; ${tally.sent} requests`,
      )
    }
  } finally {
    restarted = true
    await load
  }
  for (const [name, count] of tally.byName) print(`  ${count} × ${name}`)
  print(
    `${tally.failed.length} failed of ${tally.sent}; median ${quantile(tally.ms, 0.5).toFixed(0)} ms, p99 ${quantile(tally.ms, 0.99).toFixed(0)} ms`,
  )
  if (tally.failed.length > 0) throw new PlainError([...new Set(tally.failed)].slice(0, 10).join('\n'))
}

async function replace(part: string): Promise<void> {
  const isChanged = rebuilt.includes(part)
  if (isChanged) await compose('build', '--build-arg', `PREVIOUS=${registry}/${part}:${tag}`, part)
  const [successor] = await replacePart(part)
  const [, role] = /^dashboard-(.+)$/.exec(part) ?? []
  if (!isChanged || !role || !successor) return
  const release = await docker('exec', successor, 'cat', '/app/site/release.json')
  const named = JSON.parse(release).entry
  writeFileSync(join(root, 'releases', `${role}.json`), release)
  if (!(await entries()).includes(named)) throw new PlainError(`The shell does not name ${named}.`)
  print(`  the shell names ${named}`)
}

/** Sends a fixed number per second, independent of the answers, until enough were sent and everything was replaced. */
async function generate(calls: readonly Call[], tally: Tally, isRestarted: () => boolean): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const running = new Set<Promise<void>>()
  const started = performance.now()
  while (!lifetime.aborted && performance.now() - started < longestMs) {
    if (isRestarted() && tally.sent >= wanted) break
    const due = ((performance.now() - started) / 1000) * perSecond
    for (; tally.sent < due; tally.sent++) {
      const call = calls[tally.sent % calls.length]
      if (!call) break
      const done = one(call, agent, tally).finally(() => running.delete(done))
      running.add(done)
    }
    await sleep(5)
  }
  await Promise.all(running)
  agent.destroy()
}

async function one(call: Call, agent: Agent, tally: Tally): Promise<void> {
  const started = performance.now()
  tally.byName.set(call.name, (tally.byName.get(call.name) ?? 0) + 1)
  try {
    const status = (await send(call, agent)).status
    if (status >= 400) tally.failed.push(`${call.name}: ${status}`)
  } catch (error) {
    tally.failed.push(`${call.name}: ${error instanceof Error ? error.message : String(error)}`)
  }
  tally.ms.push(performance.now() - started)
}

function send(call: Call, agent?: Agent): Promise<{ status: number; text: string }> {
  const headers: Record<string, string> = { connection: 'keep-alive' }
  if (call.token) headers['authorization'] = `Bearer ${call.token}`
  if (call.body !== undefined) headers['content-type'] = 'application/json'
  return new Promise((resolve, reject) => {
    const sending = request(new URL(call.path, url), { method: call.method, headers, agent }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      answer.on('error', reject)
    })
    sending.setTimeout(40_000, () => sending.destroy(new Error('no answer in 40 s')))
    sending.on('error', reject)
    sending.end(call.body === undefined ? undefined : JSON.stringify(call.body))
  })
}

/** Reads and writes of each service, as a demo student and a demo admin, and files of each front end. */
async function callsOfEveryService(): Promise<Call[]> {
  const student = await token('student@demo.darsi.example')
  const admin = await token('admin@demo.darsi.example')
  const week = { week_offset: 0, availability: [{ day_of_week: 1, hour: 9, is_available: true }] }
  const get = (name: string, path: string, who?: string): Call => ({
    name,
    method: 'GET',
    path,
    ...(who && { token: who }),
  })
  return [
    get('auth reads', '/api/auth/sessions', student),
    get('users reads', '/api/me/profile', student),
    get('availability reads', '/api/availability/teacher', student),
    {
      name: 'availability writes',
      method: 'POST',
      path: '/api/availability/save',
      token: student,
      body: week,
    },
    get('admin reads', '/api/admin/users', admin),
    get('notifications reads', '/api/notifications', student),
    { name: 'auth writes', method: 'POST', path: '/api/auth/detect-role', body: { email: 'x@example.tn' } },
    get('shell', '/'),
    ...['student', 'teacher', 'parent', 'admin', 'super-admin'].map((role) =>
      get(`dashboard ${role}`, `/remotes/${role}/mf-manifest.json`),
    ),
    // also files that a page from before the restart requests
    ...(await entries()).map((path) => get('entries that config.json names', path)),
  ]
}

async function entries(): Promise<string[]> {
  const answer = await send({ name: 'config', method: 'GET', path: '/config.json' })
  // `as`: what our own shell answers
  const { remotes } = JSON.parse(answer.text) as { remotes: Record<string, { entry: string } | null> }
  return Object.values(remotes).flatMap((release) => (release ? [release.entry] : []))
}

async function token(email: string): Promise<string> {
  const body = { email, password: 'Darsi-Demo-2025' }
  const answer = await send({ name: 'login', method: 'POST', path: '/api/auth/login', body })
  // `as`: what our own auth service answers
  const { token: given } = JSON.parse(answer.text) as { token?: string }
  if (!given)
    throw new PlainError(`${email} could not log in (${answer.status}): start compose with DEMO=true`)
  return given
}
