import { Counter, type Registry } from 'prom-client'
import { retryAfterMs } from '../retry-after.ts'

/** `unknown`: the provider may have sent it. `refused`: this message for good. */
export type SmsOutcome =
  | { kind: 'sent' }
  | { kind: 'refused' | 'unknown'; reason: string }
  | { kind: 'later'; reason: string; afterMs?: number }

export type TextMessage = { to: string; text: string; reference: string }
/** The port to a provider of text messages. */
export type SmsTransport = { send: (message: TextMessage) => Promise<SmsOutcome> }

type Options = {
  url: string
  token: string
  sender: string
  answerMs?: number
  counted: (outcome: SmsOutcome['kind']) => void
}

/**
 * A provider that takes `POST {from, to, text}` with a bearer token, as Telnyx does and a small bridge can for others.
 * Every attempt of a message has the same `Idempotency-Key`.
 */
export function createHttpSms({ url, token, sender, answerMs = 10_000, counted }: Options): SmsTransport {
  const send: SmsTransport['send'] = async ({ to, text, reference }) => {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': reference,
        },
        body: JSON.stringify({ from: sender, to, text }),
        // the token must not go to another host
        redirect: 'error',
        signal: AbortSignal.timeout(answerMs),
      })
      await answer.body?.cancel()
      return outcomeOf(answer.status, answer.headers.get('retry-after'))
    } catch (error) {
      const reason = reasonOf(error)
      return notConnected.includes(reason) ? { kind: 'later', reason } : { kind: 'unknown', reason }
    }
  }
  return {
    send: async (message) => {
      const outcome = await send(message)
      counted(outcome.kind)
      return outcome
    },
  }
}

const notConnected = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']
/** The account of the operator is not accepted or has no credit: the operator can mend it. */
const operatorsFault = [401, 402, 403, 407]
/** Answers of a proxy that does not know what the provider did. */
const unknownStatus = [502, 504]

export function outcomeOf(status: number, retryAfter: string | null): SmsOutcome {
  const reason = String(status)
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (unknownStatus.includes(status)) return { kind: 'unknown', reason }
  if (status === 408 || status === 429 || status >= 500 || operatorsFault.includes(status))
    return { kind: 'later', reason, ...retryAfterMs(retryAfter) }
  return { kind: 'refused', reason }
}

/** fetch names the fault of the network in `cause`. */
function reasonOf(error: unknown): string {
  const { name, cause } = Object(error)
  return String(Object(cause).code ?? name ?? 'failed')
}

/** @returns a function that counts one attempt at a text message */
export function createSmsMetrics(registry: Registry): (outcome: SmsOutcome['kind']) => void {
  const texts = new Counter({
    name: 'text_messages_total',
    help: 'Attempts at text messages; `unknown` ones are not sent again.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return (outcome) => texts.inc({ outcome })
}
