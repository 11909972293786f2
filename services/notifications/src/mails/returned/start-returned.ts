import type { Log } from '@darsi/kit/observability/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import { Counter, type Registry } from 'prom-client'
import type { Failure } from './delivery-status.ts'
import { readMailbox } from './mailbox.ts'

/** Counts mails that came back, by `permanent` and `temporary`. */
export function createReturnedCounter(registry: Registry): (failure: Failure) => void {
  const counter = new Counter({
    name: 'mails_returned_total',
    help: 'Mails that came back to the mailbox for returned mails.',
    labelNames: ['failure'],
    registers: [registry],
  })
  return (failure) => counter.inc({ failure })
}

type Deps = { mailbox: string; takeBack: (message: Uint8Array) => Promise<boolean>; log: Pick<Log, 'warn'> }

/** Reads the mailbox every minute. Several processes may do it at once: each mail counts once. */
export const startReturned = ({ mailbox, takeBack, log }: Deps): (() => Promise<void>) =>
  repeat({
    everyMs: 60_000,
    work: (isStopping) => readMailbox(mailbox, takeBack, isStopping),
    log,
    failed: 'the mailbox for returned mails could not be read',
  })
