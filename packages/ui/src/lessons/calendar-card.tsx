import { useCallback, useState } from 'react'
import type { ApiClient } from '../api-client.ts'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { ConfirmDialog } from '../dialog.tsx'
import { Field } from '../field.tsx'
import { useTranslator } from '../i18n.tsx'
import { CopyIcon } from '../icons.tsx'
import { TextInput } from '../input.tsx'
import { LoadedPanel, useLoaded } from '../loaded.tsx'
import { useToast } from '../toast.tsx'
import { lessonsTexts } from './lessons-texts.ts'

/** The secret feed of one's lessons for another calendar (product.md §5). */
export function CalendarCard({ api }: { api: ApiClient }) {
  const t = useTranslator(lessonsTexts)
  const toast = useToast()
  const [asking, setAsking] = useState(false)
  const [copied, setCopied] = useState(false)
  const feed = useLoaded(
    useCallback((signal: AbortSignal) => api.call('GET /me/calendar', { signal }), [api]),
  )
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
            <Field label={t('calendarAddress')}>
              <TextInput readOnly dir="ltr" value={url} onFocus={(event) => event.target.select()} />
            </Field>
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
