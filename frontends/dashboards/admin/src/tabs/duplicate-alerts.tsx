import type { DuplicateAlert, DuplicateStatus } from '@darsi/contracts/duplicates.ts'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { EmptyState } from '@darsi/ui/empty-state.tsx'
import { Field } from '@darsi/ui/field.tsx'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { EmptyScene } from '@darsi/ui/illustrations.tsx'
import { Select } from '@darsi/ui/input.tsx'
import { useLive } from '@darsi/ui/live.ts'
import { PageHeader } from '@darsi/ui/page-header.tsx'
import { Paged } from '@darsi/ui/paged.tsx'
import { useToast } from '@darsi/ui/toast.tsx'
import { usePages } from '@darsi/ui/use-pages.ts'
import { useCallback, useState } from 'react'
import { DuplicateCard } from '../duplicate-card.tsx'
import { DuplicateDialog } from '../duplicate-dialog.tsx'
import { texts } from '../texts.ts'

const statuses: readonly DuplicateStatus[] = ['open', 'dismissed', 'merged']

export default function DuplicateAlerts({ api, user }: DashboardProps) {
  const t = useTranslator(texts)
  const toast = useToast()
  const [status, setStatus] = useState<DuplicateStatus>('open')
  const [shown, setShown] = useState<DuplicateAlert | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const load = useCallback(
    (cursor: string | null, signal: AbortSignal, limit?: number) =>
      api.call('GET /admin/duplicates', {
        query: { status, ...(cursor !== null && { cursor }), ...(limit !== undefined && { limit }) },
        signal,
      }),
    [api, status],
  )
  const pages = usePages(load)
  const { follow } = pages
  useLive(api, 'user', follow)

  const review = async (alert: DuplicateAlert) => {
    setError(null)
    setShown(alert)
    const params = { id: alert.id }
    const reviewed = await api.call('POST /admin/duplicates/:id/review', { params }).catch(() => null)
    if (reviewed) setShown((now) => (now?.id === alert.id ? reviewed.data : now))
  }
  const move = async (alert: DuplicateAlert, how: 'dismiss' | 'undo' | { keep: string }) => {
    const params = { id: alert.id }
    setBusy(alert.id)
    setError(null)
    try {
      if (how === 'dismiss') await api.call('POST /admin/duplicates/:id/dismiss', { params, body: {} })
      else if (how === 'undo') await api.call('POST /admin/duplicates/:id/undo', { params })
      else await api.call('POST /admin/duplicates/:id/merge', { params, body: how })
      setShown(null)
    } catch (failure) {
      const message = failure instanceof Error ? failure.message : String(failure)
      setError(message)
      if (!shown) toast(message, 'danger')
    } finally {
      setBusy(null)
      follow()
    }
  }

  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('duplicateAlertsTab')} />
      <Field label={t('duplicateFilter')}>
        <Select
          value={status}
          onChange={setStatus}
          options={statuses.map((value) => ({ value, label: t(`duplicate-${value}`) }))}
        />
      </Field>
      <Paged
        pages={pages}
        empty={
          <EmptyState picture={<EmptyScene />} title={t('noDuplicatesTitle')}>
            {status === 'open' && t('noDuplicatesText')}
          </EmptyState>
        }
      >
        <div className="ds-grid">
          {pages.rows.map((alert) => (
            <DuplicateCard
              key={alert.id}
              alert={alert}
              busy={busy === alert.id}
              onReview={() => void review(alert)}
              onDismiss={() => void move(alert, 'dismiss')}
            />
          ))}
        </div>
      </Paged>
      {shown && (
        <DuplicateDialog
          alert={shown}
          mayMerge={user.role === 'super-admin'}
          busy={busy === shown.id}
          error={error}
          onMove={(how) => void move(shown, how)}
          onClose={() => setShown(null)}
        />
      )}
    </div>
  )
}
