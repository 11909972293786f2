import type { Log } from '@darsi/kit/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import type { MailStore } from './mail-store.ts'
import type { MailQueue } from './queue.ts'

const everyMs = 5000
const patienceMs = 3000

type Parts = { mails: MailStore; queue: Pick<MailQueue, 'add'>; log: Pick<Log, 'warn'> }

/** Makes jobs for mails that have none: after a crash, an expired lease, or an emptied Redis. */
export function startSweeper({ mails, queue, log }: Parts): () => Promise<void> {
  const work = async () => {
    for (const { _id, attempt } of await mails.overdue(new Date(Date.now() - patienceMs)))
      await queue.add(_id, attempt)
  }
  return repeat({ everyMs, work, log, failed: 'mails could not be swept' })
}
