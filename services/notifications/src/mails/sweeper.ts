import type { Log } from '@darsi/kit/observability/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import type { Breaker } from './breaker.ts'
import type { MailStore } from './mail-store.ts'
import type { MailQueue } from './queue.ts'

const everyMs = 5000
const patienceMs = 3000

type Parts = { mails: MailStore; queue: Pick<MailQueue, 'add'>; breaker: Breaker; log: Pick<Log, 'warn'> }

/** Withdraws late mails. Creates jobs for mails without one: after a crash, an expired lease, or an emptied Redis. */
export function startSweeper({ mails, queue, breaker, log }: Parts): () => Promise<void> {
  const work = async () => {
    // also while the circuit is open: each late mail would otherwise use up one of its tests
    await mails.withdrawLate()
    if (breaker.isOpen()) return
    for (const { _id, attempt } of await mails.overdue(patienceMs))
      if (!(await queue.add(_id, attempt)) || breaker.isHalfOpen()) return
  }
  return repeat({ everyMs, work, log, failed: 'mails could not be swept' })
}
