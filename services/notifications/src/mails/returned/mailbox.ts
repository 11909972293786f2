import type { Log } from '@darsi/kit/observability/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import { ImapFlow } from 'imapflow'
import { Counter, type Registry } from 'prom-client'
import type { Failure } from './delivery-status.ts'

/** Of one message: a delivery status stands before the returned content, which may be large. */
const mostBytes = 256 * 1024
/** Of one round. */
const mostMessages = 200

/** `imaps://user:password@host:993/Folder`; `imap:` begins in the clear and asks for STARTTLS. */
function connectionOf(address: string) {
  const { protocol, hostname, port, username, password, pathname } = new URL(address)
  const isSecure = protocol === 'imaps:'
  // a bridge on the same machine may have no certificate
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return {
    folder: decodeURIComponent(pathname.slice(1)) || 'INBOX',
    options: {
      host: hostname,
      port: Number(port) || (isSecure ? 993 : 143),
      secure: isSecure,
      ...(!isSecure && { doSTARTTLS: !isHere }),
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      logger: false as const,
      disableAutoIdle: true,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 60_000,
    },
  }
}

/** @throws Error when the mailbox cannot be opened */
async function withMailbox(address: string, work: (client: ImapFlow) => Promise<void>): Promise<void> {
  const { folder, options } = connectionOf(address)
  const client = new ImapFlow(options)
  // otherwise an error after the connection broke would end the process; the running command rejects as well
  client.on('error', () => {})
  try {
    await client.connect()
    await client.mailboxOpen(folder)
    await work(client)
    await client.logout()
  } finally {
    client.close()
  }
}

/** Logs in and opens the folder. @throws Error that names the reason */
export const tryMailbox = (address: string): Promise<void> => withMailbox(address, async () => {})

/**
 * Gives every unread message of the mailbox to `handle`, the oldest first. One that it knows is deleted, another one is
 * marked as read. When `handle` fails, the message stays unread for the next round.
 */
export const readMailbox = (
  address: string,
  handle: (message: Uint8Array) => Promise<boolean>,
  isStopping: () => boolean = () => false,
): Promise<void> =>
  withMailbox(address, async (client) => {
    const unread = (await client.search({ seen: false }, { uid: true })) || []
    for (const uid of unread.slice(0, mostMessages).map(String)) {
      if (isStopping()) return
      const found = await client.fetchOne(uid, { source: { maxLength: mostBytes } }, { uid: true })
      if (found === false || !found.source) continue
      if (await handle(found.source)) await client.messageDelete(uid, { uid: true })
      else await client.messageFlagsAdd(uid, ['\\Seen'], { uid: true })
    }
  })

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
