import { fakeApi } from '@darsi/client/test/fake-api.ts'
import type { PushSettings } from '@darsi/contracts/calls/notifications/push-api.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { afterEach, describe, expect, it } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { PushCard } from './push-card.tsx'

/** A browser that can receive push messages, as far as the page uses it. */
function browser({ permission = 'granted' }: { permission?: string } = {}) {
  let subscribed = false
  const subscription = {
    toJSON: () => ({ endpoint: 'https://push.example/x', keys: { p256dh: 'key', auth: 'secret' } }),
    unsubscribe: async () => {
      subscribed = false
      return true
    },
  }
  const pushManager = {
    getSubscription: async () => (subscribed ? subscription : null),
    subscribe: async () => {
      subscribed = true
      return subscription
    },
  }
  const serviceWorker = { getRegistration: async () => ({ pushManager }) }
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  Object.assign(globalThis, {
    PushManager: class {},
    Notification: { permission: 'default', requestPermission: async () => permission },
  })
  return { isSubscribed: () => subscribed }
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  Reflect.deleteProperty(globalThis, 'PushManager')
  Reflect.deleteProperty(globalThis, 'Notification')
})

function open() {
  const settings: PushSettings = { publicKey: 'server', devices: [], quiet: { from: 21, to: 7 } }
  const { api, asked } = fakeApi({
    'GET /notifications/push': () => ({ success: true, data: { ...settings } }),
    'POST /notifications/push/devices': () => {
      settings.devices = [
        { id: 'd1', name: 'Firefox on Linux', createdAt: '2026-11-22T10:00:00.000Z', isCurrent: true },
      ]
      return { success: true, data: settings }
    },
    'DELETE /notifications/push/devices/:id': () => {
      settings.devices = []
      return { success: true }
    },
    'PUT /notifications/push/quiet': ({ body }) => {
      Object.assign(settings, body)
      return { success: true, data: settings }
    },
  })
  const { user } = show(
    <ToastRegion>
      <PushCard api={api} />
    </ToastRegion>,
  )
  return { user, asked }
}

describe('push messages', () => {
  it('are switched on for this browser, which is then listed, and off again', async () => {
    const { isSubscribed } = browser()
    const { user, asked } = open()
    await user.click(await screen.findByRole('switch', { name: 'Push messages on this device' }))
    await screen.findByText('This device')
    expect(asked('POST /notifications/push/devices')[0]?.body).toEqual({
      endpoint: 'https://push.example/x',
      p256dh: 'key',
      auth: 'secret',
    })
    expect(isSubscribed()).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Remove Firefox on Linux' }))
    await waitFor(() => expect(screen.queryByText('This device')).toBeNull())
    expect(isSubscribed()).toBe(false)
    expect(asked('DELETE /notifications/push/devices/:id')).toHaveLength(1)
  })

  it('that the browser does not allow say where to change that', async () => {
    browser({ permission: 'denied' })
    const { user } = open()
    await user.click(await screen.findByRole('switch', { name: 'Push messages on this device' }))
    await screen.findByText(/blocked for this site/)
  })

  it('can still be switched on after the question of the browser was closed without an answer', async () => {
    browser({ permission: 'default' })
    const { user, asked } = open()
    await user.click(await screen.findByRole('switch', { name: 'Push messages on this device' }))
    await waitFor(() => expect(asked('GET /notifications/push')).toHaveLength(2))
    expect(screen.getByRole('switch', { name: 'Push messages on this device' })).toBeTruthy()
    expect(screen.queryByText(/blocked for this site/)).toBeNull()
  })

  it('have quiet hours, also where this browser can receive none', async () => {
    const { user, asked } = open()
    await screen.findByText('This browser cannot receive push messages.')
    await user.selectOptions(screen.getByLabelText('From'), '22')
    await waitFor(() => expect(asked('PUT /notifications/push/quiet')).toHaveLength(1))
    expect(asked('PUT /notifications/push/quiet')[0]?.body).toEqual({ quiet: { from: 22, to: 7 } })
  })
})
