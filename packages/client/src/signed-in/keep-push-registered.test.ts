import type { PushSettings } from '@darsi/contracts/calls/notifications/push-api.ts'
import { afterEach, expect, it } from '@jest/globals'
import { writeSession } from '../session/session.ts'
import { fakeApi } from '../test/fake-api.ts'
import { keepPushRegistered } from './keep-push-registered.ts'
import { endPush, registerPush } from './push-subscription.ts'

let endpoint = 'https://push.example/x'
const subscription = {
  toJSON: () => ({ endpoint, keys: { p256dh: 'key', auth: 'secret' } }),
  unsubscribe: async () => {
    isSubscribed = false
    return true
  },
}
let isSubscribed = true
let stop = () => {}

/** A browser with a subscription, and a server that has the device of one session. */
function browser() {
  isSubscribed = true
  endpoint = 'https://push.example/x'
  const pushManager = {
    getSubscription: async () => (isSubscribed ? subscription : null),
    subscribe: async () => {
      isSubscribed = true
      endpoint = 'https://push.example/y'
      return subscription
    },
  }
  const worker = new EventTarget()
  const serviceWorker = Object.assign(worker, { getRegistration: async () => ({ pushManager }) })
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  const settings: PushSettings = { publicKey: 'server', devices: [], quiet: null }
  const { api, asked } = fakeApi({
    'GET /notifications/push': () => ({ success: true, data: settings }),
    'POST /notifications/push/devices': () => {
      settings.devices = [{ id: 'd', name: '', createdAt: '2026-11-22T10:00:00.000Z', isCurrent: true }]
      return { success: true, data: settings }
    },
  })
  return { api, settings, worker, registrations: () => asked('POST /notifications/push/devices').length }
}

const signIn = (account: string, session: string) => {
  const token = `e30.${btoa(JSON.stringify({ sid: session }))}.sig`
  writeSession({ token, user: { id: account, role: 'teacher', fullName: 'Mariem' } })
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'Notification')
  stop()
  localStorage.clear()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

it('a subscription is registered again when a password proof replaced the session', async () => {
  const { api, settings, registrations } = browser()
  signIn('u1', 's1')
  await registerPush(api, subscription, 'server')
  stop = keepPushRegistered(api)
  await settled()
  expect(registrations()).toBe(1)
  // the sweep removed the device of the former session
  settings.devices = []
  signIn('u1', 's2')
  await settled()
  expect(registrations()).toBe(2)
  // a renewed token of the same session
  signIn('u1', 's2')
  await settled()
  expect(registrations()).toBe(2)
  expect(isSubscribed).toBe(true)
})

it('a registration that failed is repeated with the next token of the session', async () => {
  const { api, settings, registrations } = browser()
  signIn('u1', 's1')
  await registerPush(api, subscription, 'server')
  settings.devices = []
  signIn('u1', 's2')
  let failures = 1
  const call: typeof api.call = (...given) =>
    failures-- > 0 ? Promise.reject(new Error('Network error')) : api.call(...given)
  stop = keepPushRegistered({ call })
  await settled()
  expect(registrations()).toBe(1)
  signIn('u1', 's2')
  await settled()
  expect(registrations()).toBe(2)
})

it('a subscription of another account ends when somebody signs in', async () => {
  const { api, registrations } = browser()
  signIn('u1', 's1')
  await registerPush(api, subscription, 'server')
  stop = keepPushRegistered(api)
  await endPush('u1')
  expect(isSubscribed).toBe(true)
  signIn('u2', 's2')
  await settled()
  expect(isSubscribed).toBe(false)
  expect(registrations()).toBe(1)
})

it('a device that was removed on another device is not registered again', async () => {
  const { api, settings, registrations } = browser()
  signIn('u1', 's1')
  await registerPush(api, subscription, 'server')
  settings.devices = []
  stop = keepPushRegistered(api)
  await settled()
  expect(isSubscribed).toBe(false)
  expect(registrations()).toBe(1)
})

it.each([
  ['granted', true],
  ['denied', false],
])(
  'a subscription that the browser ended is renewed at the next start, if push messages are %s',
  async (permission, isRenewed) => {
    const { api, registrations } = browser()
    signIn('u1', 's1')
    await registerPush(api, subscription, 'server')
    isSubscribed = false
    Object.assign(globalThis, { Notification: { permission } })
    stop = keepPushRegistered(api)
    await settled()
    expect([isSubscribed, registrations()]).toEqual([isRenewed, isRenewed ? 2 : 1])
  },
)

it('a subscription that the browser replaced is registered at once', async () => {
  const { api, worker, registrations } = browser()
  signIn('u1', 's1')
  await registerPush(api, subscription, 'server')
  stop = keepPushRegistered(api)
  await settled()
  endpoint = 'https://push.example/z'
  worker.dispatchEvent(new MessageEvent('message', { data: 'push-subscription-changed' }))
  await settled()
  expect(registrations()).toBe(2)
})
