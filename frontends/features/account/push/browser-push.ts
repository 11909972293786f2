import type { ApiClient } from '@darsi/client/api/api-client.ts'

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
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  // one that an earlier key of the server made cannot be used any more
  await (await worker.pushManager.getSubscription())?.unsubscribe()
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  try {
    await api.call('POST /notifications/push/devices', { body: { endpoint, p256dh, auth } })
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
  return 'on'
}

/** Ends the subscription of this browser; the push service then refuses messages to it. */
export async function switchOff(): Promise<void> {
  const subscription = await (await registration())?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}
