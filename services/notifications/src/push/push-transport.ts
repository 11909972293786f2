import webPush from 'web-push'
import { retryAfterMs } from '../retry-after.ts'
import type { Subscription } from './device-store.ts'
import type { PushKeys } from './push-keys.ts'

/**
 * `gone`: the browser has ended its subscription. `key-retired`: it subscribed with a key that is no longer configured.
 * `refused`: this message for good.
 */
type PushOutcome =
  | { kind: 'sent' | 'gone' | 'key-retired' }
  | { kind: 'refused'; reason: string }
  | { kind: 'later'; reason: string; afterMs?: number }

export type PushTransport = {
  send: (to: Subscription, publicKey: string, text: string, topic: string) => Promise<PushOutcome>
}

const answerMs = 10_000
const ttlSeconds = 24 * 3600

type Options = {
  /** Who runs the site, for the push services (RFC 8292). */ contact: string
  mayCall: (endpoint: string) => boolean
  keys: PushKeys
}

/** Encrypts for one browser (RFC 8291) and hands over to its push service. */
export function createPushTransport({ contact, mayCall, keys }: Options): PushTransport {
  return {
    send: async ({ endpoint, p256dh, auth }, publicKey, text, topic) => {
      // the setting may have changed since the device was registered
      if (!mayCall(endpoint)) return { kind: 'gone' }
      const key = keys.find((one) => one.publicKey === publicKey)
      if (!key) return { kind: 'key-retired' }
      try {
        const { method, headers, body } = webPush.generateRequestDetails(
          { endpoint, keys: { p256dh, auth } },
          text,
          {
            vapidDetails: { subject: contact, ...key },
            TTL: ttlSeconds,
            topic,
            urgency: 'normal',
          },
        )
        const answer = await fetch(endpoint, {
          method,
          headers: textHeaders(headers),
          body: new Uint8Array(body ?? []),
          // an allowed host must not lead to another one
          redirect: 'error',
          signal: AbortSignal.timeout(answerMs),
        })
        await answer.body?.cancel()
        return outcomeOf(answer.status, answer.headers.get('retry-after'))
      } catch (error) {
        return { kind: 'later', reason: String(Object(error).name ?? 'failed') }
      }
    },
  }
}

/** fetch counts the body itself. */
function textHeaders(headers: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length')
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

export function outcomeOf(status: number, retryAfter: string | null): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status !== 408 && status !== 429 && status < 500) return { kind: 'refused', reason: String(status) }
  return { kind: 'later', reason: String(status), ...retryAfterMs(retryAfter) }
}
