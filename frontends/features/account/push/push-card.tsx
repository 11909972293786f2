import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useAction } from '@darsi/client/query/use-action.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { endPush } from '@darsi/client/signed-in/push-subscription.ts'
import type { PushSettings } from '@darsi/contracts/calls/notifications/push-api.ts'
import { deviceNameIn } from '@darsi/contracts/rules/texts/device-name.ts'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { Switch } from '@darsi/design/forms/choice.tsx'
import { formatDateTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { useEffect, useState } from 'react'
import { texts } from '../../texts.ts'
import { type PushState, pushState, switchOn } from './browser-push.ts'
import { QuietHoursFields } from './quiet-hours-fields.tsx'
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
