import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useIsLinked, withLinked } from '@darsi/client/place/use-linked.ts'
import { anyText, oneOf, usePlace } from '@darsi/client/place/use-place.ts'
import { PagedPanel } from '@darsi/client/query/paged-panel.tsx'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { useAction } from '@darsi/client/query/use-action.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { usePages } from '@darsi/client/query/use-pages.ts'
import { Queue } from '@darsi/client/queue/queue.tsx'
import { ReasonForm, templatesOf } from '@darsi/client/queue/reason-form.tsx'
import { alertReasonNames, alertSeverityNames } from '@darsi/contracts/texts/child-protection.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { formatRelative } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useNow } from '@darsi/design/i18n/use-now.ts'
import type { ShowPerson } from '@darsi/design/layout/person-name.tsx'
import { useState } from 'react'
import { texts } from '../texts.ts'
import { type Alert, clockOf, severityTones } from './alert.ts'
import { AlertCard } from './alert-card.tsx'
import { AlertFilters, reasonFilters, severityFilters, takenFilters } from './alert-filters.tsx'
import { AlertStatus, NoAlerts } from './alert-status.tsx'
import './alerts.css'

type Props = { api: ApiClient; onPerson: ShowPerson }

const place = {
  status: oneOf(['open', 'resolved'], 'open'),
  severity: oneOf(severityFilters, ''),
  reason: oneOf(reasonFilters, ''),
  takenBy: oneOf(takenFilters, 'anyone'),
  alert: anyText(),
}

/** For administrators: the most severe alerts first, then those whose clock runs out first, beside the open one; taken by one key, resolved with a note. */
export function AlertQueue({ api, onPerson }: Props) {
  const t = useTranslator(texts.alerts)
  const [{ status, severity, reason, takenBy, alert: openId }, { set, open, close, hrefOf }] = usePlace(place)
  const [resolving, setResolving] = useState('')
  const filters = {
    ...(severity && { severity }),
    ...(reason && { reason }),
    ...(takenBy !== 'anyone' && { takenBy }),
  }
  const pages = usePages(api, 'GET /admin/alerts', { query: { status, ...filters, limit: 20 } })
  const isLinked = useIsLinked(openId, pages.rows, pages.answer !== null && !pages.loading)
  const linked = useCall(api, 'GET /admin/alerts', { query: { id: openId }, enabled: isLinked })
  const rows = withLinked(pages.rows, isLinked ? linked.data?.data[0] : undefined, openId)
  const { take, resolve, busy } = useAlertDecisions(api, () => setResolving(''))
  return (
    <div className="ds-stack">
      <AlertStatus value={status} onChange={(chosen) => set({ status: chosen }, ['alert'])} />
      <AlertFilters value={{ severity, reason, takenBy }} onChange={(part) => set(part, ['alert'])} />
      <PagedPanel pages={pages} shown={rows.length} empty={<NoAlerts status={status} />}>
        <Queue
          label={t('which')}
          rows={rows}
          openId={openId}
          hrefOf={(id) => hrefOf({ alert: id })}
          onOpen={(id) => (openId === '' ? open : set)({ alert: id })}
          onClose={() => close('alert')}
          busy={pages.loading}
          actions={[
            { key: 'a', label: t('answer'), run: (alert) => mayAnswer(alert) && void take(alert) },
            { key: 'r', label: t('resolve'), run: (alert) => alert.mayResolve && setResolving(alert.id) },
          ]}
          item={(alert) => <AlertItem alert={alert} />}
          detail={(alert) => (
            <AlertCard
              key={alert.id}
              as="article"
              alert={alert}
              viewer="admin"
              api={api}
              onResolve={() => setResolving(resolving === alert.id ? '' : alert.id)}
              onAnswer={() => void take(alert)}
              onPerson={onPerson}
            >
              {resolving === alert.id && alert.mayResolve && (
                <ReasonForm
                  draft={`resolve/${alert.id}`}
                  templates={resolveReasons}
                  language={readerOf(alert)}
                  label={t('resolveNote')}
                  hint={t('resolveReaders')}
                  missing={t('noteMissing')}
                  confirm={t('resolveNow')}
                  busy={busy}
                  onReason={(note) => resolve(alert, note)}
                  onCancel={() => setResolving('')}
                />
              )}
            </AlertCard>
          )}
        />
      </PagedPanel>
    </div>
  )
}

/** The guardians read the note, so a template is in their language. */
const readerOf = ({ concerned }: Alert) => concerned?.people.find(({ part }) => part === 'guardian')?.language

const mayAnswer = ({ status, answeredAt }: Alert) => status === 'open' && answeredAt === null

function useAlertDecisions(api: ApiClient, onResolved: () => void) {
  const t = useTranslator(texts.alerts)
  // a refusal names the administrator who decided first, and the card then does too
  const settings = { inToast: true, after: () => invalidate(api, 'alert') } as const
  const answering = useAction(settings)
  const resolving = useAction(settings)
  return {
    busy: resolving.busy,
    take: ({ id }: Alert) =>
      answering.run(() => api.call('POST /admin/alerts/:id/answer', { params: { id } }), t('answeredNow')),
    resolve: ({ id }: Alert, note: string) =>
      resolving.run(async () => {
        await api.call('POST /admin/alerts/:id/resolve', { params: { id }, body: { note } })
        onResolved()
      }, t('resolvedNow')),
  }
}

function AlertItem({ alert }: { alert: Alert }) {
  const t = useTranslator(texts.alerts)
  const language = useLanguage()
  const now = useNow()
  const clock = clockOf(alert, now)
  return (
    <>
      <span className="ds-queue-line">
        <span className="ds-queue-name">{alertReasonNames[alert.reason][language]}</span>
        <time className="ds-soft ds-small" dateTime={alert.createdAt}>
          {formatRelative(alert.createdAt, language, now)}
        </time>
      </span>
      <span className="ds-queue-line ds-soft ds-small">
        <bdi>{alert.concerned?.learner?.name ?? alert.about?.name ?? ''}</bdi>
        {clock?.isOverdue ? (
          <Badge tone="danger">{t('overdue')}</Badge>
        ) : alert.status === 'resolved' ? (
          <Badge tone="success">{t('resolvedBadge')}</Badge>
        ) : (
          <Badge tone={severityTones[alert.severity]}>{alertSeverityNames[alert.severity][language]}</Badge>
        )}
      </span>
    </>
  )
}

/** Notes of resolved alerts; the guardians of the child may read them. */
const resolveReasons = templatesOf(texts.resolveReasons)
