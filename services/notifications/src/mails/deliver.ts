import { setTimeout as sleep } from 'node:timers/promises'
import { hideAddresses } from '@darsi/kit/failure.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import { inSpan, type RunningSpan, type SpanStart } from '@darsi/kit/observability/telemetry.ts'
import type { Breaker } from './breaker.ts'
import { erased, type Mail, type MailStore } from './mail-store.ts'
import { delayOf, isHopeless } from './retry.ts'
import { handOverMs, type Outcome, type OutgoingMail, type Transport } from './transport.ts'

export type Counted = Outcome['kind'] | 'broken' | 'given-up'
type Attempted = Outcome | { kind: 'broken'; reason: string }

type Parts = {
  mails: MailStore
  transport: Transport
  breaker: Breaker
  /** Opens and renders a mail. */
  outgoingOf: (mail: Mail, sealed: string) => OutgoingMail
  /** Schedules another attempt. */
  again: (id: string, attempt: number, delayMs: number) => Promise<unknown>
  counted: (kind: string, outcome: Counted) => void
}

/** One attempt at one mail. Its state is stored in the mail's document in every case. */
export function createDelivery(
  { mails, transport, breaker, outgoingOf, again, counted }: Parts,
  { log, now }: { log: Pick<Log, 'warn'>; now: () => Date },
) {
  const attempt = async (mail: Mail): Promise<Attempted> => {
    if (!mail.sealed) return { kind: 'refused', reason: erased }
    let outgoing: OutgoingMail
    try {
      outgoing = outgoingOf(mail, mail.sealed)
    } catch (error) {
      return { kind: 'broken', reason: hideAddresses(String(error)).slice(0, 200) }
    }
    const outcome = await inSpan(smtpSpan, () => transport.send(outgoing, () => mails.handOver(mail, now())))
    breaker.note(outcome.kind === 'away')
    return outcome
  }
  /** No other attempt starts during the lease, which would send an accepted mail twice. */
  const settleSent = async (mail: Mail): Promise<void> => {
    const until = performance.now() + handOverMs
    for (;;) {
      try {
        return await mails.settle(mail, 'sent', '', now())
      } catch (error) {
        if (performance.now() > until) throw error
        log.warn({ err: error, mail: mail._id }, 'sent, and not noted yet')
        await sleep(500)
      }
    }
  }

  return async (id: string): Promise<void> => {
    // the mail stays due, and the sweeper creates its next job
    if (!breaker.mayTry()) return
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
    if (outcome.kind === 'sent') return settleSent(mail)
    log.warn({ mail: id, outcome: outcome.kind, reason: outcome.reason }, 'mail not sent')
    const delayMs = delayOf(mail, outcome.kind, now())
    if (delayMs === null) {
      counted(mail.kind, 'given-up')
      return mails.settle(mail, 'dead', outcome.reason, now())
    }
    const retryAt = new Date(now().getTime() + delayMs)
    await mails.postpone(mail, retryAt, outcome)
    await again(id, mail.attempt, delayMs)
  }
}

const smtpSpan: SpanStart = {
  name: 'SMTP',
  kind: 'client',
  attributes: { 'network.protocol.name': 'smtp' },
}

/** The trace context is in its document, because any worker may send it much later. */
function mailSpan({ kind, attempt, traceparent }: Mail): SpanStart {
  const attributes = { 'darsi.mail.kind': kind, 'darsi.mail.attempt': attempt }
  return { name: `mail ${kind}`, kind: 'internal', parent: traceparent, attributes }
}
