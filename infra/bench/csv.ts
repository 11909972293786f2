import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectMongo } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'
import { visible } from '../../services/admin/src/people/user-row.ts'
import { tokenOf } from '../fuzz/site.ts'
import type { Site } from '../local/site/site.ts'
import { highest, watchMemory } from '../local/trials/memory.ts'
import { cpuOf } from '../local/trials/processes.ts'
import { print, withTrialSite } from '../local/trials/trial.ts'
import { insertPeople } from './people-rows.ts'

/**
 * The users' CSV of 1,000,000 rows through the gateway, compared with a bare cursor over the same rows: rows per
 * second, and memory of the processes involved. `npm run bench -- csv 100000` for another number.
 */
export async function run(): Promise<void> {
  const count = Number(process.argv[3] ?? 1_000_000)
  const only = ['gateway', 'auth', 'users', 'availability', 'classroom', 'admin', 'notifications']
  const act = async (site: Site) => {
    const database = await connectMongo(site.servers.MONGO_URL, 'darsi-admin')
    for (const size of [count / 10, count]) {
      await insertPeople(database, size)
      await site.restart('admin')
      await measure(site, database)
    }
    await database.close()
  }
  await withTrialSite({ RATE_LIMIT_PER_MINUTE: '10000000' }, act, only)
}

async function measure(site: Site, database: Connection): Promise<void> {
  const headers = { authorization: `Bearer ${await tokenOf(site.url, 'super-admin')}` }
  const bare = await bareCursor(database)
  await settled(site)
  const memory = watchMemory(site, { names: ['admin', 'gateway'], everyMs: 100 })
  const before = cpuOf(site.processes)
  const { rows, bytes, seconds, firstByteMs } = await download(
    `${site.url}/api/superadmin/exports/users.csv`,
    headers,
  )
  const after = cpuOf(site.processes)
  memory.stop()
  const cpu = (name: string) => (((after.get(name) ?? 0) - (before.get(name) ?? 0)) / 1000).toFixed(1)
  print(
    `${rows} rows, ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s: ${rate(rows, seconds)}; a bare cursor ${rate(bare.rows, bare.seconds)}; ratio ${(rows / seconds / (bare.rows / bare.seconds)).toFixed(2)}; first byte after ${firstByteMs.toFixed(0)} ms`,
  )
  print(`  CPU: database ${cpu('mongo')} s, admin ${cpu('admin')} s, gateway ${cpu('gateway')} s`)
  for (const [name, samples] of memory.samples) {
    const [start, peak] = [samples[0]?.mb ?? Number.NaN, highest(samples)]
    print(
      `  memory of ${name}: ${start.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most, ${(peak - start).toFixed(0)} MB more`,
    )
  }
}

const rate = (rows: number, seconds: number) => `${Math.round(rows / seconds)} rows/s`

async function bareCursor(database: Connection) {
  const started = performance.now()
  let rows = 0
  const options = { sort: { createdAt: 1, _id: 1 }, batchSize: 1000 } as const
  for await (const _ of database.collection('users').find(visible, options)) rows++
  return { rows, seconds: (performance.now() - started) / 1000 }
}

/** Reads the file as a stream and keeps nothing. */
function download(url: string, headers: Record<string, string>) {
  return new Promise<{ rows: number; bytes: number; seconds: number; firstByteMs: number }>(
    (resolve, reject) => {
      const started = performance.now()
      const outgoing = request(url, { headers }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`the export answered ${answer.statusCode}`))
        const firstByteMs = performance.now() - started
        // the header is a line too
        let rows = -1
        let bytes = 0
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows++
        })
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({ rows, bytes, seconds: (performance.now() - started) / 1000, firstByteMs }),
        )
      })
      outgoing.on('error', reject)
      outgoing.end()
    },
  )
}

/** Waits until a new process has loaded its index, so that this is not measured as part of the export. */
async function settled(site: Site): Promise<void> {
  for (let still = 0, last = 0; still < 10; ) {
    await sleep(500)
    const used = cpuOf(site.processes).get('admin') ?? 0
    still = used - last < 60 ? still + 1 : 0
    last = used
  }
}
