import { createHash } from 'node:crypto'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { demoAccounts, demoPassword } from '@darsi/contracts/demo.ts'
import { type Connection, createConnection } from 'mongoose'
import { PlainError } from '../local/fail.ts'
import { startMailSink } from '../local/mail-sink.ts'
import { restore } from '../local/restore.ts'
import type { Site } from '../local/site.ts'
import { inLanes, print, someTeacher, withTrialSite } from '../local/trial.ts'

const services = ['auth', 'users', 'availability', 'admin', 'notifications'] as const
const count = Number(process.env['USERS'] ?? 200)
const passphrase = 'quatre oliviers et un puits'

/** The super-admin's backup, every database wiped, the restore: every collection is equal, and people log in. */
export async function run(): Promise<void> {
  const sink = await startMailSink()
  process.env['SMTP_URL'] = sink.url
  process.env['MAILDEV_URL'] ??= 'http://127.0.0.1:1'
  const folder = mkdtempSync(join(tmpdir(), 'darsi-backup-'))
  try {
    await withTrialSite({ DEMO: 'true' }, (site) => scenario(site, join(folder, 'backup.darsi')), [
      'gateway',
      ...services,
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await sink.stop()
  }
}

async function scenario(site: Site, file: string): Promise<void> {
  const mongo = await createConnection(site.servers.MONGO_URL).asPromise()
  try {
    const people = Array.from({ length: count }, someTeacher)
    await inLanes(count, 4, async (index) => {
      await call(site, '/auth/register', people[index] ?? {})
    })
    await sleep(10_000)
    const started = performance.now()
    await download(site, file)
    print(`backup of ${services.length} services in ${seconds(started)} s`)
    // nothing may be written between the two looks
    for (const name of services) await site.process(name).stop()
    const before = await contentOf(mongo)
    for (const name of services) await mongo.useDb(`darsi-${name}`).dropDatabase()
    const again = performance.now()
    const written = await restore({ file, passphrase, mongo, say: print })
    print(`restored ${[...written.values()].reduce((sum, n) => sum + n, 0)} documents in ${seconds(again)} s`)
    const after = await contentOf(mongo)
    const different = [...before].filter(([place, hash]) => after.get(place) !== hash).map(([place]) => place)
    print(
      `${before.size} collections, ${before.size - different.length} equal${different.map((place) => `; not ${place}`)}`,
    )
    for (const name of services) site.process(name).start()
    for (const name of services) await site.process(name).ready()
    let inside = 0
    await inLanes(count, 4, async (index) => {
      const { email = '', password = '' } = people[index] ?? {}
      if ((await call(site, '/auth/login', { email, password })).status === 200) inside++
    })
    print(`${inside} of ${count} people log in`)
    const allowed = different.filter((place) => !place.startsWith(clockwork))
    if (inside !== count || allowed.length > 0) throw new PlainError('A promise was broken: see above.')
  } finally {
    await mongo.close()
  }
}

/** Written by the clock, every few seconds, whether somebody uses the system or not. */
const clockwork = 'admin.health'

async function download(site: Site, file: string): Promise<void> {
  const superAdmin = demoAccounts.find(({ role }) => role === 'super-admin')
  const login = await call(site, '/auth/login', { email: superAdmin?.email ?? '', password: demoPassword })
  // `as`: the login's answer
  const { token } = (await login.json()) as { token: string }
  await sleep(3000)
  const answer = await call(site, '/superadmin/backups', { passphrase }, token)
  if (answer.status !== 200 || !answer.body) throw new PlainError(`${answer.status} for a backup`)
  // `as`: the two declarations of one web stream
  await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(file))
}

function call(site: Site, path: string, body: object, token?: string): Promise<Response> {
  return fetch(`${site.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
}

/** A digest of each collection's bytes. */
async function contentOf(mongo: Connection): Promise<Map<string, string>> {
  const content = new Map<string, string>()
  for (const service of services) {
    const { db } = mongo.useDb(`darsi-${service}`)
    for (const { name } of (await db?.listCollections({}, { nameOnly: true }).toArray()) ?? []) {
      if (name.startsWith('system.')) continue
      const hash = createHash('sha256')
      const rows = db?.collection(name).find({}, { raw: true, sort: { _id: 1 } }) ?? []
      // `as`: raw rows are bytes
      for await (const row of rows as AsyncIterable<unknown>) hash.update(row as Uint8Array)
      content.set(`${service}.${name}`, hash.digest('hex'))
    }
  }
  return content
}

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1)

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
