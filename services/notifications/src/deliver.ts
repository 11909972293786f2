import { createHash } from 'node:crypto'
import type { Log } from '@darsi/kit/log.ts'
import type { Sealer } from '@darsi/kit/seal.ts'
import type { MailRequest } from './mail-of.ts'
import type { Mail, MailStore } from './mail-store.ts'
import { render } from './render.ts'
import { delayOf, isHopeless } from './retry.ts'
import type { Outcome, Transport } from './transport.ts'

export type Counted = Outcome['kind'] | 'given-up'

type Parts = {
  mails: MailStore
  transport: Transport
  sealer: Pick<Sealer, 'unseal'>
  log: Pick<Log, 'warn'>
  /** Asks for another attempt at that moment. */
  again: (id: string, attempt: number, delayMs: number) => Promise<void>
  counted: (kind: string, outcome: Counted) => void
  publicUrl: string
  now?: () => Date
}

/** One attempt at one mail. Whatever happens, the mail's own document says where it stands. */
export function createDelivery({
  mails,
  transport,
  sealer,
  log,
  again,
  counted,
  publicUrl,
  now = () => new Date(),
}: Parts) {
  const { hostname } = new URL(publicUrl)

  const attempt = async (mail: Mail): Promise<Outcome> => {
    if (!mail.sealed) return { kind: 'refused', reason: 'erased' }
    // `as`: sealed by `enqueue`
    const { to, replyTo, calendar, ...content } = sealer.unseal(mail.sealed) as MailRequest
    const { language, leaveLink } = content
    const id = messageId(mail._id, hostname)
    const letter = { messageId: id, to, replyTo, leaveLink, language, calendar, ...render(content) }
    return transport.send(letter, () => mails.handOver(mail, now()))
  }

  return async (id: string): Promise<void> => {
    const mail = await mails.claim(id, now())
    if (!mail) return
    if (mail.wasUnknown) counted(mail.kind, 'unknown')
    const outcome = isHopeless(mail)
      ? { kind: 'refused' as const, reason: 'the outcome stayed unknown' }
      : await attempt(mail)
    counted(mail.kind, outcome.kind)
    if (outcome.kind === 'sent') return mails.settle(mail, 'sent', '', now())
    log.warn({ mail: id, outcome: outcome.kind, reason: outcome.reason }, 'mail not sent')
    const delayMs = delayOf(mail, outcome.kind, now())
    if (delayMs === null) {
      counted(mail.kind, 'given-up')
      return mails.settle(mail, 'dead', outcome.reason, now())
    }
    const retryAt = new Date(now().getTime() + delayMs)
    await mails.postpone(mail, retryAt, outcome.reason, outcome.kind === 'unknown')
    await again(id, mail.attempt, delayMs)
  }
}

/** The same for every attempt: a server or a reader can see that it is the same mail. */
function messageId(id: string, hostname: string): string {
  return `<${createHash('sha256').update(id).digest('hex').slice(0, 32)}@${hostname}>`
}
