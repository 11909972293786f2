import { createHash } from 'node:crypto'
import type { Log } from '@darsi/kit/log.ts'
import type { Sealer } from '@darsi/kit/seal.ts'
import { inSpan, type RunningSpan, type SpanStart } from '@darsi/kit/telemetry.ts'
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
    return inSpan({ name: 'SMTP', kind: 'client', attributes: { 'network.protocol.name': 'smtp' } }, () =>
      transport.send(letter, () => mails.handOver(mail, now())),
    )
  }

  return async (id: string): Promise<void> => {
    const mail = await mails.claim(id, now())
    if (mail) await inSpan(mailSpan(mail), (span) => deliver(mail, span))
  }

  async function deliver(mail: Mail, span: RunningSpan): Promise<void> {
    const { _id: id } = mail
    if (mail.wasUnknown) counted(mail.kind, 'unknown')
    const outcome = isHopeless(mail)
      ? { kind: 'refused' as const, reason: 'the outcome stayed unknown' }
      : await attempt(mail)
    counted(mail.kind, outcome.kind)
    span.set({ 'darsi.mail.outcome': outcome.kind })
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

/** Its cause is in its document: any worker may take it, long after. */
function mailSpan({ kind, attempt, traceparent }: Mail): SpanStart {
  const attributes = { 'darsi.mail.kind': kind, 'darsi.mail.attempt': attempt }
  return { name: `mail ${kind}`, kind: 'internal', parent: traceparent, attributes }
}

/** The same for every attempt: a server or a reader can see that it is the same mail. */
function messageId(id: string, hostname: string): string {
  return `<${createHash('sha256').update(id).digest('hex').slice(0, 32)}@${hostname}>`
}
