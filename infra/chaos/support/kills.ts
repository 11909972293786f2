import { setTimeout as sleep } from 'node:timers/promises'
import type { Site } from '../../local/site/site.ts'
import type { MailSink } from '../../local/trials/mail-sink.ts'
import { print } from '../../local/trials/trial.ts'
import { pause } from '../../local/trials/waiting.ts'
import { createBars } from './bars.ts'
import { withMailSite } from './mail-site.ts'
import { type Random, seeded, shuffled } from './random.ts'
import { differentIds, type Ledger, registerPatiently, settled } from './registrations.ts'
import { amount, printLoad } from './size.ts'

const lanes = 8
/** Mails that a notifications process sends at once. */
const concurrency = 5

type Size = {
  people: number
  /** How often each process is killed. */
  kills: number
  random: Random
  /** Whether notifications and the mail server live on; then no mail may have a second copy. */
  sparesMail?: boolean
  /** Within this time everything has arrived. */
  settleMs?: number
  /** For how long after the last arrival the next is waited for, so that what is late is not taken for lost. */
  patienceMs?: number
  /** For how long second copies of mails are waited for. */
  copyMs?: number
}

/** The scenario at its command's size, on a site of its own. */
export async function runKills({ sparesMail }: { sparesMail: boolean }): Promise<void> {
  const { random } = seeded()
  const people = amount('USERS', { small: 500, full: 10_000 })
  const kills = amount('KILLS', { small: 1, full: 5 })
  await withMailSite((site, sink) =>
    killUnderRegistrations(site, sink, { people, kills, random, sparesMail, patienceMs: 300_000 }),
  )
}

/**
 * Kills each process at random moments while people register.
 * @throws PlainError when a registration is lost, or a mail has too many copies
 */
export async function killUnderRegistrations(site: Site, sink: MailSink, size: Size): Promise<void> {
  const { people, kills, random, sparesMail = false, copyMs } = size
  const { settleMs = 60_000, patienceMs } = size
  const isKilled = ([name]: [string, unknown]) => !(sparesMail && name === 'notifications')
  const victims = [...site.processes].filter(isKilled)
  const rounds = Array.from({ length: kills }, () => shuffled(victims, random)).flat()
  print(`${people} registrations, ${kills} × SIGKILL for each of ${victims.length} processes`)
  const ledger: Ledger = new Set()
  const killed = new Map<string, number>()
  const note = (name: string) => killed.set(name, (killed.get(name) ?? 0) + 1)
  let isKilling = true
  const killing = (async () => {
    for (const [index, [name, child]] of rounds.entries()) {
      await sleep(300 + random() * 900)
      // one kill in each of as many parts of the registrations
      const moment = (people * (index + random())) / rounds.length
      while (ledger.size < moment) await pause(100)
      await child.kill('SIGKILL')
      note(name)
      if (!sparesMail && index % victims.length === 0) {
        await sink.leave()
        await sleep(200)
        await sink.comeBack()
        note('the mail server')
      }
    }
    isKilling = false
  })()
  const started = performance.now()
  // people register at least until the last kill
  const register = async () => {
    while (ledger.size < people || isKilling) ledger.add(await registerPatiently(site.url))
  }
  await Promise.all([killing, ...Array.from({ length: lanes }, register)])
  print(`  ${ledger.size} acknowledged in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  print(`  killed: ${[...killed].map(([name, count]) => `${name} ${count}`).join(', ')}`)
  const counts = await settled(site, sink, {
    ledger,
    ms: settleMs,
    ...(patienceMs && { patienceMs }),
    ...(copyMs && { copyMs }),
  })
  judge(counts, { ledger, killed, sink, settleMs })
}

type Counts = Awaited<ReturnType<typeof settled>>
type Record = { ledger: Ledger; killed: ReadonlyMap<string, number>; sink: MailSink; settleMs: number }

function judge(counts: Counts, { ledger, killed, sink, settleMs }: Record): void {
  const bars = createBars()
  const { accounts, profiles, rows, mailed, copies, unknown, seconds } = counts
  for (const [what, count] of Object.entries({ accounts, profiles, rows, mailed })) {
    bars.atMost(`${what} too many`, Math.max(0, count - ledger.size), 0, '')
    bars.atMost(`${what} missing`, Math.max(0, ledger.size - count), 0, '')
  }
  bars.atMost('mails whose copies have different Message-IDs', differentIds(sink, ledger), 0, '')
  bars.atMost('second copies of mails', copies, (killed.get('notifications') ?? 0) * concurrency, '')
  bars.atMost('second copies beyond the outcomes noted as unknown', Math.max(0, copies - unknown), 0, '')
  bars.atMost('settled after', seconds, settleMs / 1000, 's')
  printLoad()
  bars.judge()
}
