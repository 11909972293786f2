import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection } from 'mongoose'
import { tokenOf } from '../fuzz/site.ts'
import { PlainError } from '../local/process/fail.ts'
import { root } from '../local/process/paths.ts'
import type { Site } from '../local/site/site.ts'
import { createCaller } from '../local/trials/loopback.ts'
import { print, registerTeachers, someTeacher } from '../local/trials/trial.ts'
import { pause, until } from '../local/trials/waiting.ts'
import { createBars } from './support/bars.ts'
import { withMailSite } from './support/mail-site.ts'
import { type Ledger, lateMs, registerMany, settled } from './support/registrations.ts'
import { amount, printLoad } from './support/size.ts'

const hour = 3_600_000
const patienceMs = 120_000
const skewed = ['auth', 'users', 'availability', 'classroom', 'admin', 'notifications', 'gateway'] as const
/** One of each service that a teacher calls. */
const reads = [
  'GET /auth/sessions',
  'GET /me/profile',
  'GET /sessions',
  'GET /me/export/classroom',
  'GET /notifications',
] as const

/**
 * The clock of one process jumps by an hour, forward and back, and two processes of a service are 40 s apart: each is
 * 20 s wrong. No event and no mail is lost, none comes twice, nothing stays hidden, who is signed in stays so, and a
 * deleted account is erased everywhere.
 */
export async function run(): Promise<void> {
  const count = amount('USERS', { small: 10, full: 100 })
  const folder = mkdtempSync(join(tmpdir(), 'darsi-clocks-'))
  const preload = join(root, 'infra', 'chaos', 'support', 'skewed-clock.mjs')
  const env = { CLOCK_FOLDER: folder, NODE_OPTIONS: `--import=${preload}` }
  try {
    await withMailSite(
      async (site, sink) => {
        const bars = createBars()
        const everybody: Ledger = new Set()
        const signedIn = await someoneSignedIn(site.url)
        const wrongBy = async (name: string, ms: number) => {
          const pid = site.process(name).pid()
          if (pid === undefined) throw new PlainError(`There is no ${name}.`)
          writeFileSync(join(folder, String(pid)), String(ms))
          // read within 200 ms
          await pause(500)
        }
        // a second copy that comes late is found by the next check: the ledger has everybody
        const during = async (what: string, copyMs = 1000) => {
          for (const address of await registerMany(site, count, { lanes: 4 })) everybody.add(address)
          const counts = await settled(site, sink, { ledger: everybody, copyMs })
          const { profiles, rows, mailed, copies, seconds } = counts
          const missing = [profiles, rows, mailed].map((found) => everybody.size - found)
          bars.atMost(`${what}: profiles, rows or mails missing`, Math.max(...missing), 0, '')
          bars.atMost(`${what}: second copies`, copies, 0, '')
          bars.note(`${what}: all there after`, seconds, 's')
          bars.atMost(`${what}: calls refused`, await signedIn.refusals(), 0, '')
          bars.atMost(`${what}: a deleted account is erased everywhere after`, await deletion(site), 60, 's')
        }
        for (const name of skewed) {
          await wrongBy(name, hour)
          await during(`${name} an hour ahead`)
          await wrongBy(name, -hour)
          await during(`${name} an hour behind`)
          await wrongBy(name, 0)
        }
        for (const name of ['auth', 'notifications']) {
          await wrongBy(`${name}-2`, 20_000)
          await wrongBy(name, -20_000)
        }
        await during('two processes of a service 40 s apart', lateMs)
        signedIn.close()
        print(`${everybody.size} registrations`)
        printLoad()
        bars.judge()
      },
      { env, twins: ['auth', 'notifications'] },
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A super-administrator deletes an account. @returns the seconds until every service has confirmed its erasure */
async function deletion({ url, servers }: Site): Promise<number> {
  const { call, close } = createCaller(url)
  const mongo = await createConnection(servers.MONGO_URL).asPromise()
  const rows = mongo.useDb('darsi-admin').collection<{ _id: string; email: string }>('users')
  try {
    const [email = ''] = await registerTeachers({ call }, 1, 1)
    let id = ''
    await until('the teacher is known to admin', patienceMs, async () => {
      id = (await rows.findOne({ email }))?._id ?? ''
      return id !== ''
    })
    const headers = { authorization: `Bearer ${await tokenOf(url, 'super-admin')}` }
    const { status, body } = await call(`DELETE /admin/users/${id}`, { headers })
    if (status !== 202) throw new PlainError(`A deletion answered ${status} ${body}`)
    const isErased = async () => (await rows.countDocuments({ _id: id, erasedAt: { $type: 'date' } })) === 1
    return (await until('the account is erased everywhere', patienceMs, isErased)) / 1000
  } finally {
    close()
    await mongo.close()
  }
}

/** A person who was signed in before, and signs in again with each check. */
async function someoneSignedIn(url: string) {
  const { call, close } = createCaller(url)
  const person = someTeacher()
  const { email, password } = person
  await call('POST /auth/register', { body: person })
  const tokens: string[] = []
  const logIn = async () => {
    // `as`: what our own auth answers
    const { token } = JSON.parse((await call('POST /auth/login', { body: { email, password } })).body) as {
      token?: string
    }
    if (token) tokens.push(token)
    return token !== undefined
  }
  if (!(await logIn())) throw new PlainError('The teacher could not log in.')
  const read = (token: string) =>
    Promise.all(reads.map((key) => call(key, { headers: { authorization: `Bearer ${token}` } })))
  return {
    close,
    /** Of the newest tokens, which are minutes old, and of a new login. */
    refusals: async () => {
      const isIn = await logIn()
      const answers = (await Promise.all(tokens.slice(-3).map(read))).flat()
      const refused = answers.filter(({ status }) => status !== 200)
      for (const { status, body } of refused) print(`  refused: ${status} ${body}`)
      return Number(!isIn) + refused.length
    },
  }
}
