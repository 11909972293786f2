import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useAction } from '@darsi/client/query/use-action.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import type { SmsSettings } from '@darsi/contracts/calls/notifications/sms-api.ts'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { Switch } from '@darsi/design/forms/choice.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Form } from '@darsi/design/forms/form.tsx'
import { TextInput } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { useState } from 'react'
import { texts } from '../../texts.ts'

/** Text messages; nothing at all where the operator has set no provider. */
export function SmsCard({ api }: { api: ApiClient }) {
  const t = useTranslator(texts.sms)
  const { data, reload } = useCall(api, 'GET /notifications/sms')
  if (!data?.data.available) return null
  return (
    <Card title={t('title')}>
      <Settings api={api} settings={data.data} reload={reload} />
    </Card>
  )
}

type SettingsProps = { api: ApiClient; settings: SmsSettings; reload: () => void }

function Settings({ api, settings, reload }: SettingsProps) {
  const t = useTranslator(texts.sms)
  const toast = useToast()
  const [isOpen, setOpen] = useState(false)
  const { busy, error, run } = useAction({ failed: t('failed'), after: reload })
  const switchOff = () =>
    run(async () => {
      setOpen(false)
      await api.call('DELETE /notifications/sms', {})
    })
  const isOn = settings.state === 'on'
  return (
    <div className="ds-stack">
      <p className="ds-soft">{t('lead')}</p>
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <Switch
        label={t('switch')}
        hint={isOn && settings.phone ? t('to', { phone: settings.phone }) : t('switchHint')}
        checked={isOn || isOpen || settings.state === 'unproven'}
        disabled={busy}
        onChange={(event) => (event.target.checked ? setOpen(true) : void switchOff())}
      />
      {!isOn && (isOpen || settings.state === 'unproven') && (
        <NumberForm
          phone={settings.phone ?? ''}
          busy={busy}
          send={(phone) => void run(() => api.call('POST /notifications/sms/number', { body: { phone } }))}
        />
      )}
      {settings.state === 'unproven' && (
        <CodeForm
          busy={busy}
          confirm={(code) =>
            void run(async () => {
              await api.call('POST /notifications/sms/confirm', { body: { code } })
              setOpen(false)
              toast(t('switchedOn'))
            })
          }
        />
      )}
    </div>
  )
}

type NumberFormProps = { phone: string; busy: boolean; send: (phone: string) => void }

function NumberForm({ phone, busy, send }: NumberFormProps) {
  const t = useTranslator(texts.sms)
  const [typed, setTyped] = useState(phone || '+216 ')
  return (
    <Form onSubmit={() => send(typed)}>
      <Field label={t('phone')} hint={t('phoneHint')}>
        <TextInput type="tel" autoComplete="tel" value={typed} onChange={setTyped} />
      </Field>
      <div>
        <Button type="submit" variant={phone ? 'secondary' : 'primary'} disabled={busy}>
          {t(phone ? 'sendAgain' : 'send')}
        </Button>
      </div>
    </Form>
  )
}

function CodeForm({ busy, confirm }: { busy: boolean; confirm: (code: string) => void }) {
  const t = useTranslator(texts.sms)
  const [code, setCode] = useState('')
  return (
    <Form onSubmit={() => confirm(code)}>
      <Field label={t('code')} hint={t('codeHint')}>
        <TextInput
          dir="ltr"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={code}
          onChange={(digits) => setCode(digits.replace(/\D/g, ''))}
        />
      </Field>
      <div>
        <Button type="submit" disabled={busy || code.length !== 6}>
          {t('confirm')}
        </Button>
      </div>
    </Form>
  )
}
