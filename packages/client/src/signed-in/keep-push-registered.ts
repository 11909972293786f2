import type { ApiClient } from '../api/api-client.ts'
import { readSession, sessionIdOf, watchSession } from '../session/session.ts'
import { endPush, pushSubscription, type Registered, registered, registerPush } from './push-subscription.ts'

/** What the service worker tells open pages when the browser has replaced the subscription. */
const changed = 'push-subscription-changed'

/**
 * Registers the subscription again for each new session of its account: a password proof replaces the session, and the
 * server removes the devices of the old one. Browsers also end a subscription or replace it: then a new one is
 * registered. Ends it when another account signs in. Returns how to stop.
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
  const lookAgain = ({ data }: MessageEvent) => {
    if (data !== changed) return
    seen = null
    look()
  }
  // a browser without service workers has no push messages either
  const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : null
  worker?.addEventListener?.('message', lookAgain)
  look()
  const unwatch = watchSession(look)
  return () => {
    worker?.removeEventListener?.('message', lookAgain)
    unwatch()
  }
}

async function registerAgain(api: Pick<ApiClient, 'call'>): Promise<void> {
  const session = readSession()
  const of = registered()
  if (session === null || of === null) return
  if (of.account !== session.user.id) return endPush()
  const { data } = await api.call('GET /notifications/push')
  // made with a former key of the server
  if (of.publicKey !== data.publicKey) return endPush()
  const subscription = (await pushSubscription()) ?? (await subscribeAgain(of))
  if (subscription === null) return
  const isRegistered = subscription.toJSON().endpoint === of.endpoint
  if (isRegistered && data.devices.some(({ isCurrent }) => isCurrent)) return
  // removed on another device of the account
  if (isRegistered && of.session === sessionIdOf(session.token)) return endPush()
  await registerPush(api, subscription, of.publicKey)
}

/** After the browser has ended the subscription; null if its owner does not allow push messages any more. */
async function subscribeAgain({ publicKey }: Registered): Promise<PushSubscription | null> {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return null
  const manager = (await navigator.serviceWorker.getRegistration())?.pushManager
  return (await manager?.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })) ?? null
}
