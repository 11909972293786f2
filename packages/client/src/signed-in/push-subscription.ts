import type { ApiClient } from '../api/api-client.ts'
import { readSession, sessionIdOf } from '../session/session.ts'

/** Stores for which account and session which push subscription of this browser is registered, and with which server key. */
const key = 'darsi-push'
export type Registered = { account: string; session: string | null; publicKey: string; endpoint: string }

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
  const of: Registered = {
    account: session.user.id,
    session: sessionIdOf(session.token),
    publicKey,
    endpoint,
  }
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

export async function pushSubscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator)) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}

export function registered(): Registered | null {
  try {
    const { account, session, publicKey, endpoint }: Record<string, unknown> = Object(
      JSON.parse(localStorage.getItem(key) ?? 'null'),
    )
    if (typeof account !== 'string' || typeof publicKey !== 'string' || typeof endpoint !== 'string')
      return null
    return { account, session: typeof session === 'string' ? session : null, publicKey, endpoint }
  } catch {
    return null
  }
}
