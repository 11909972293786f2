import type { Log } from '@darsi/kit/log.ts'
import type { MailStore } from './mail-store.ts'
import type { MailQueue } from './queue.ts'

const everyMs = 5000
const patienceMs = 3000

/** Makes jobs for mails that have none: after a crash, an expired lease, or an emptied Redis. */
export function startSweeper({
  mails,
  queue,
  log,
}: {
  mails: MailStore
  queue: Pick<MailQueue, 'add'>
  log: Log
}) {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const sweep = async () => {
    try {
      for (const { _id, attempt } of await mails.overdue(new Date(Date.now() - patienceMs)))
        await queue.add(_id, attempt)
    } catch (error) {
      log.warn({ err: error }, 'mails could not be swept')
    }
    if (!stopped) timer = setTimeout(sweep, everyMs)
  }
  void sweep()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
