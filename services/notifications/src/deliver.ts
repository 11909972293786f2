import { createHash } from 'node:crypto'
import type { Log } from '@darsi/kit/log.ts'
import type { Sealer } from '@darsi/kit/seal.ts'
import type { MailRequest } from './mail-of.ts'
import type { MailStore } from './mail-store.ts'
import { render } from './render.ts'
import type { Outcome, Transport } from './transport.ts'

type Parts = {
  mails: MailStore
  transport: Transport
  sealer: Sealer
  log: Log
  /** Asks for another attempt at that moment. */
  again: (id: string, attempt: number, delayMs: number) => Promise<void>
  counted: (kind: string, outcome: Outcome['kind']) => void
  publicUrl: string
  now?: () => Date
}

const maxAttempts = 12
const maxUnknown = 3

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
  return async (id: string): Promise<void> => {
    const mail = await mails.claim(id, now())
    if (!mail) return
    if (!mail.sealed || mail.unknown >= maxUnknown) {
      await mails.settle(mail, 'dead', mail.sealed ? 'the outcome stayed unknown' : 'erased', now())
      counted(mail.kind, 'refused')
      return
    }
    // `as`: sealed by `enqueue`
    const request = sealer.unseal(mail.sealed) as MailRequest
    if (!(await mails.owns(mail, now()))) return
    const outcome = await transport.send({
      // the same for every attempt: a server or a reader can see that it is the same mail
      messageId: `<${createHash('sha256').update(id).digest('hex').slice(0, 32)}@${hostname}>`,
      to: request.to,
      language: request.language,
      ...render(request),
    })
    counted(mail.kind, outcome.kind)
    if (outcome.kind === 'sent') return mails.settle(mail, 'sent', '', now())
    log.warn({ mail: id, outcome: outcome.kind, reason: outcome.reason }, 'mail not sent')
    if (outcome.kind === 'refused' || mail.attempt >= maxAttempts)
      return mails.settle(mail, 'dead', outcome.reason, now())
    const delay = Math.min(1000 * 2 ** mail.attempt, 15 * 60_000)
    await mails.postpone(mail, new Date(now().getTime() + delay), outcome.reason, outcome.kind === 'unknown')
    await again(id, mail.attempt, delay)
  }
}
