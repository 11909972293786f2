import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { oneOf, usePlace } from '@darsi/client/place/use-place.ts'
import { PagedPanel } from '@darsi/client/query/paged-panel.tsx'
import { usePages } from '@darsi/client/query/use-pages.ts'
import type { DuplicateAlert, DuplicateStatus } from '@darsi/contracts/rules/duplicates.ts'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Select } from '@darsi/design/forms/input.tsx'
import { EmptyScene } from '@darsi/design/graphics/illustrations.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { useState } from 'react'
import { DuplicateCard } from '../duplicate-card.tsx'
import { DuplicateDialog } from '../duplicate-dialog.tsx'
import { texts } from '../texts.ts'

const statuses: readonly DuplicateStatus[] = ['open', 'dismissed', 'merged']
const place = { status: oneOf(statuses, 'open') }

export default function DuplicateAlerts({ api, user }: DashboardProps) {
  const t = useTranslator(texts)
  const toast = useToast()
  const [{ status }, { set }] = usePlace(place)
  const [shown, setShown] = useState<DuplicateAlert | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const pages = usePages(api, 'GET /admin/duplicates', { query: { status } })

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
      pages.refresh()
    }
  }

  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('duplicateAlertsTab')} />
      <Field label={t('duplicateFilter')}>
        <Select
          value={status}
          onChange={(chosen) => set({ status: chosen })}
          options={statuses.map((value) => ({ value, label: t(`duplicate-${value}`) }))}
        />
      </Field>
      <PagedPanel
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
      </PagedPanel>
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
