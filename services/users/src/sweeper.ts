import { dayMs, hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import { settleChild } from './connections/settle-connections.ts'
import { settleCareChanges } from './families/care-change-commands.ts'
import { transferAdults } from './families/coming-of-age.ts'
import { remindOfHomework } from './homework/homework-commands.ts'
import type { Parts } from './parts.ts'
import { askForBulletins } from './proofs/proof-commands.ts'
import { react } from './reactions.ts'
import { expireOrRemindDue } from './requests/connection-commands.ts'
import { lapseOffers, recountFull } from './requests/offer-places.ts'

const everyMs = 15_000
const lookBackMs = dayMs

type Logging = { log: Pick<Log, 'warn'> }

/** They read many rows for which nothing is to do. Each repeats by itself, so a failing one does not stop the others. */
const hourlyJobs = [
  { job: recountFull, failed: 'places could not be counted' },
  { job: transferAdults, failed: 'data of adults could not be transferred' },
  { job: askForBulletins, failed: 'new bulletins could not be asked for' },
]

/** One round: reminders, expiry, and whatever a crash left unfinished after a withdrawn consent or a changed child. */
export async function sweep(parts: Parts & Logging, now: Date, since: Date): Promise<void> {
  for (const childId of await parts.consents.withdrawnSince(since))
    await settleChild(parts, { data: { childId } })
  for (const childId of await parts.children.changedSince(since))
    await react(parts, { type: 'child.changed', data: { childId } })
  while ((await expireOrRemindDue(parts, now)) > 0);
  await lapseOffers(parts)
  await settleCareChanges(parts, parts.log)
  await remindOfHomework(parts)
}

/** All state is in the database, so any number of processes may sweep. */
export function startSweeper(parts: Parts & Logging): () => Promise<void> {
  // the first round looks further back: no process may have been running
  let since = new Date(parts.now().getTime() - lookBackMs)
  const work = async () => {
    const started = parts.now()
    await sweep(parts, started, since)
    since = new Date(started.getTime() - 2 * everyMs)
  }
  const { log } = parts
  const stops = [
    repeat({ everyMs, work, log, failed: 'connections could not be swept' }),
    ...hourlyJobs.map(({ job, failed }) => repeat({ everyMs: hourMs, work: () => job(parts), log, failed })),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
