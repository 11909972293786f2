import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useAction } from '@darsi/client/query/use-action.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { endPush, registerPush } from '@darsi/client/signed-in/push-subscription.ts'
import type { PushSettings, QuietHours } from '@darsi/contracts/calls/notifications/push-api.ts'
import { deviceNameIn } from '@darsi/contracts/rules/texts/device-name.ts'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { Switch } from '@darsi/design/forms/choice.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Select } from '@darsi/design/forms/input.tsx'
import { formatDateTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { useEffect, useState } from 'react'
import { texts } from '../../texts.ts'
import '../security/security.css'

type Device = PushSettings['devices'][number]

/** Push messages: this browser, the other devices of the account, and the quiet hours. */
export function PushCard({ api }: { api: ApiClient }) {
  const t = useTranslator(texts.push)
  const loaded = useCall(api, 'GET /notifications/push')
  return (
    <Card title={t('title')}>
      <LoadedPanel of={loaded} shape="text">
        {({ data }) => <Settings api={api} settings={data} reload={loaded.reload} />}
      </LoadedPanel>
    </Card>
  )
}

type SettingsProps = { api: ApiClient; settings: PushSettings; reload: () => void }

function Settings({ api, settings, reload }: SettingsProps) {
  const t = useTranslator(texts.push)
  const language = useLanguage()
  const toast = useToast()
  const [state, setState] = useState<PushState | null>(null)
  const { busy, error, run } = useAction({ failed: t('failed'), after: reload })
  useEffect(() => {
    void pushState().then(setState)
  }, [])
  const current = settings.devices.find(({ isCurrent }) => isCurrent)
  const remove = (device: Device) =>
    run(async () => {
      if (device.isCurrent) {
        await endPush()
        setState('off')
      }
      await api.call('DELETE /notifications/push/devices/:id', { params: { id: device.id } })
      toast(t('removed', { device: deviceNameIn(device.name, language) || t('unknownDevice') }))
    })
  const toggle = (isOn: boolean) => {
    if (isOn) return run(async () => setState(await switchOn(api, settings.publicKey)))
    return current ? remove(current) : run(async () => endPush().then(() => setState('off')))
  }
  return (
    <div className="ds-stack">
      <p className="ds-soft">{t('lead')}</p>
      {error !== null && <Banner tone="danger">{error}</Banner>}
      {state === 'unsupported' && <p>{t('unsupported')}</p>}
      {state === 'denied' && <Banner tone="warning">{t('denied')}</Banner>}
      {(state === 'on' || state === 'off') && (
        <Switch
          label={t('switch')}
          hint={t('switchHint')}
          checked={state === 'on' && current !== undefined}
          disabled={busy}
          onChange={(event) => void toggle(event.target.checked)}
        />
      )}
      {settings.devices.length > 0 && (
        <>
          <h3>{t('devices')}</h3>
          <ul className="ds-security-list">
            {settings.devices.map((device) => (
              <DeviceRow key={device.id} device={device} busy={busy} onRemove={() => void remove(device)} />
            ))}
          </ul>
        </>
      )}
      <QuietHoursFields
        quiet={settings.quiet}
        disabled={busy}
        onChange={(quiet) => void run(() => api.call('PUT /notifications/push/quiet', { body: { quiet } }))}
      />
    </div>
  )
}

function DeviceRow({ device, busy, onRemove }: { device: Device; busy: boolean; onRemove: () => void }) {
  const t = useTranslator(texts.push)
  const language = useLanguage()
  const name = deviceNameIn(device.name, language) || t('unknownDevice')
  return (
    <li className="ds-security-item">
      <div className="ds-security-texts">
        <span className="ds-row">
          <strong dir="auto">{name}</strong>
          {device.isCurrent && <Badge tone="success">{t('thisDevice')}</Badge>}
        </span>
        <span className="ds-soft ds-small">
          {t('since', { date: formatDateTime(device.createdAt, language) })}
        </span>
      </div>
      <Button
        size="sm"
        variant="secondary"
        disabled={busy}
        aria-label={t('removeOf', { device: name })}
        onClick={onRemove}
      >
        {t('remove')}
      </Button>
    </li>
  )
}

type PushState = 'unsupported' | 'denied' | 'off' | 'on'

/** Without the service worker, whose script is registered by the shell, a browser receives nothing. */
async function registration(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis))
    return null
  return (await navigator.serviceWorker.getRegistration()) ?? null
}

/** Whether this browser may receive push messages, and does. */
async function pushState(): Promise<PushState> {
  const worker = await registration()
  if (!worker) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return (await worker.pushManager.getSubscription()) ? 'on' : 'off'
}

/** Asks the person, subscribes the browser and registers it. */
async function switchOn(api: ApiClient, publicKey: string): Promise<PushState> {
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

type Props = { quiet: QuietHours; disabled: boolean; onChange: (quiet: QuietHours) => void }

const night = { from: 21, to: 7 }
const hours = Array.from({ length: 24 }, (_, hour) => String(hour))

/** The hours of Tunis in which push messages wait. */
function QuietHoursFields({ quiet, disabled, onChange }: Props) {
  const t = useTranslator(texts.push)
  const options = hours.map((hour) => ({ value: hour, label: t('hour', { hour }) }))
  const field = (part: 'from' | 'to', now: { from: number; to: number }) => (
    <Field label={t(part === 'from' ? 'quietFrom' : 'quietTo')}>
      <Select
        placeholder={null}
        options={options}
        value={String(now[part])}
        disabled={disabled}
        onChange={(hour) => onChange({ ...now, [part]: Number(hour) })}
      />
    </Field>
  )
  return (
    <>
      <Switch
        label={t('quiet')}
        hint={t('quietHint')}
        checked={quiet !== null}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked ? night : null)}
      />
      {quiet !== null && (
        <div className="ds-row">
          {field('from', quiet)}
          {field('to', quiet)}
        </div>
      )}
    </>
  )
}
