import type { Log } from '@darsi/kit/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import type { ChildStore } from '../children/child-store.ts'
import type { ComingOfAge } from '../children/coming-of-age.ts'
import type { Guardianship } from '../children/guardianship.ts'
import type { ConsentStore } from '../consents/consent-store.ts'
import type { Connections } from './connections.ts'

const everyMs = 15_000
const lookBackMs = 24 * 3600 * 1000

type Parts = {
  connections: Pick<Connections, 'tick' | 'settleChild'>
  consents: Pick<ConsentStore, 'withdrawnSince'>
  children: Pick<ChildStore, 'changedSince'>
  guardianship: Pick<Guardianship, 'follow'>
  comingOfAge: Pick<ComingOfAge, 'sweep'>
  log: Pick<Log, 'warn'>
  now?: () => Date
}

/** One round: reminders and expiry, and what a crash left standing of withdrawn consents and changed children. */
export async function sweep(
  { connections, consents, children, guardianship, comingOfAge }: Omit<Parts, 'log'>,
  now: Date,
  since: Date,
): Promise<void> {
  for (const childId of await consents.withdrawnSince(since)) await connections.settleChild(childId)
  for (const childId of await children.changedSince(since)) await guardianship.follow(childId)
  while ((await connections.tick(now)) > 0);
  await comingOfAge.sweep()
}

/** Sweeps from the database alone: any number of processes may, and none has to remember anything. */
export function startSweeper({ log, now = () => new Date(), ...parts }: Parts): () => Promise<void> {
  // the first round looks further back: nobody may have been there
  let since = new Date(now().getTime() - lookBackMs)
  const work = async () => {
    const started = now()
    await sweep(parts, started, since)
    since = new Date(started.getTime() - 2 * everyMs)
  }
  return repeat({ everyMs, work, log, failed: 'connections could not be swept' })
}
