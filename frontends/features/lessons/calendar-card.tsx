import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import { ConfirmDialog } from '@darsi/design/dialogs/dialog.tsx'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { TextInput } from '@darsi/design/forms/input.tsx'
import { CopyIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { useState } from 'react'
import { texts } from '../texts.ts'

/** The secret address of the caller's lesson calendar (product.md §5). */
export function CalendarCard({ api }: { api: ApiClient }) {
  const t = useTranslator(texts.lessons)
  const toast = useToast()
  const [asking, setAsking] = useState(false)
  const [copied, setCopied] = useState(false)
  const feed = useCall(api, 'GET /me/calendar')
  const renew = async () => {
    feed.set(await api.call('POST /me/calendar'))
    setCopied(false)
    setAsking(false)
    toast(t('renewDone'))
  }
  return (
    <Card title={t('calendarTitle')} level={3}>
      <p className="ds-soft">{t('calendarText')}</p>
      <LoadedPanel of={feed} shape="text">
        {({ data: { url } }) => (
          <>
            <div className="ds-secret">
              <Field label={t('calendarAddress')}>
                <TextInput readOnly dir="ltr" value={url} onFocus={(event) => event.target.select()} />
              </Field>
            </div>
            <div className="ds-row">
              <Button
                size="sm"
                variant="secondary"
                icon={CopyIcon}
                onClick={() => {
                  void navigator.clipboard?.writeText(url).then(() => setCopied(true))
                }}
              >
                {t('copy')}
              </Button>
              <Button size="sm" variant="quiet" onClick={() => setAsking(true)}>
                {t('renew')}
              </Button>
              <span role="status">{copied ? t('copied') : ''}</span>
            </div>
          </>
        )}
      </LoadedPanel>
      <ConfirmDialog
        open={asking}
        title={t('renewTitle')}
        confirmLabel={t('renew')}
        onConfirm={renew}
        onCancel={() => setAsking(false)}
      >
        {t('renewText')}
      </ConfirmDialog>
    </Card>
  )
}
