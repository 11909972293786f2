import type { ApiClient } from '../api/api-client.ts'
import { readSession, sessionIdOf, watchSession } from '../session/session.ts'

/** Stores for which account and session this browser's push subscription is registered, and with which server key. */
const key = 'darsi-push'
type Registered = { account: string; session: string | null; publicKey: string }

/** Registers this browser's subscription for the session of the signed-in account. */
export async function registerPush(
  api: Pick<ApiClient, 'call'>,
  subscription: Pick<PushSubscription, 'toJSON'>,
  publicKey: string,
): Promise<void> {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  const session = readSession()
  await api.call('POST /notifications/push/devices', { body: { endpoint, p256dh, auth } })
  if (session === null) return
  const of: Registered = { account: session.user.id, session: sessionIdOf(session.token), publicKey }
  try {
    localStorage.setItem(key, JSON.stringify(of))
  } catch {
    // without storage the push messages end with this session
  }
}

/** Ends this browser's subscription unless `except` registered it: the next account must not get its push messages. */
export async function endPush(except?: string): Promise<void> {
  if (except !== undefined && registered()?.account === except) return
  try {
    localStorage.removeItem(key)
  } catch {
    // storage may be forbidden: then nothing was kept
  }
  await (await pushSubscription())?.unsubscribe()
}

/**
 * Registers the subscription again for each new session of its account: a password proof replaces the session, and the
 * server removes the devices of the old one. Ends it when another account signs in. Returns how to stop.
 */
export function keepPushRegistered(api: Pick<ApiClient, 'call'>): () => void {
  let seen: string | null = null
  const look = () => {
    const session = readSession()
    const id = session && sessionIdOf(session.token)
    if (id === seen) return
    seen = id
    registerAgain(api).catch(() => {
      // the next token of this session causes another attempt
      if (seen === id) seen = null
    })
  }
  look()
  return watchSession(look)
}

async function registerAgain(api: Pick<ApiClient, 'call'>): Promise<void> {
  const session = readSession()
  const of = registered()
  if (session === null || of === null) return
  if (of.account !== session.user.id) return endPush()
  const subscription = await pushSubscription()
  if (subscription === null) return
  const { data } = await api.call('GET /notifications/push')
  if (data.devices.some(({ isCurrent }) => isCurrent)) return
  // removed on another device of the account, or made with a former key of the server
  if (of.session === sessionIdOf(session.token) || of.publicKey !== data.publicKey) return endPush()
  await registerPush(api, subscription, of.publicKey)
}

async function pushSubscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator)) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}

function registered(): Registered | null {
  try {
    const { account, session, publicKey }: Record<string, unknown> = Object(
      JSON.parse(localStorage.getItem(key) ?? 'null'),
    )
    if (typeof account !== 'string' || typeof publicKey !== 'string') return null
    return { account, session: typeof session === 'string' ? session : null, publicKey }
  } catch {
    return null
  }
}
