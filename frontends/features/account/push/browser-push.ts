import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { registerPush } from '@darsi/client/signed-in/push-subscription.ts'

export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

/** Without the service worker, whose script is registered by the shell, a browser receives nothing. */
async function registration(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis))
    return null
  return (await navigator.serviceWorker.getRegistration()) ?? null
}

/** Whether this browser may receive push messages, and does. */
export async function pushState(): Promise<PushState> {
  const worker = await registration()
  if (!worker) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return (await worker.pushManager.getSubscription()) ? 'on' : 'off'
}

/** Asks the person, subscribes the browser and registers it. */
export async function switchOn(api: ApiClient, publicKey: string): Promise<PushState> {
  const worker = await registration()
  if (!worker) return 'unsupported'
  const permission = await Notification.requestPermission()
  // a question that was closed without an answer may be asked again
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
  // one that an earlier key of the server made cannot be used any more
  await (await worker.pushManager.getSubscription())?.unsubscribe()
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  try {
    await registerPush(api, subscription, publicKey)
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
  return 'on'
}
