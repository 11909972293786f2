import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { oneOf, usePlace, words } from '@darsi/client/place/use-place.ts'
import { PagedPanel } from '@darsi/client/query/paged-panel.tsx'
import { usePages, withRow } from '@darsi/client/query/use-pages.ts'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { Filters, SearchFilter, SelectFilter } from '@darsi/design/forms/filters.tsx'
import { EmptyScene } from '@darsi/design/graphics/illustrations.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { type Connection, statuses } from '../connections/public.ts'
import { usePerson } from '../users/public.ts'
import { PauseDialog } from './pause-dialog.tsx'
import { ReviewDialog } from './review-dialog.tsx'
import { type Decision, type ListedConnection, type PauseDecision, ReviewedCard } from './reviewed-card.tsx'
import { reviewTexts } from './texts.ts'
import '../connections/connections.css'
import './connection-review.css'

const place = {
  q: words(),
  status: oneOf(['all', ...statuses], 'pending'),
  sort: oneOf(['escalated', 'newest'], 'escalated'),
}
type Filter = { q: string; status: Connection['status'] | 'all'; sort: 'escalated' | 'newest' }

const typingPauseMs = 250

/** All connection requests, the most urgent first; pending ones are approved or declined with notes. */
export function ConnectionReview({ api }: { api: ApiClient }) {
  const t = useTranslator(reviewTexts)
  const person = usePerson(api)
  const [filters, { set }] = usePlace(place)
  const [asked, setAsked] = useState<{ connection: ListedConnection; decision: Decision } | null>(null)
  const [pause, setPause] = useState<{ connection: ListedConnection; decision: PauseDecision } | null>(null)
  const pairOf = ({ studentName, teacherName }: ListedConnection) =>
    t('pair', { student: studentName, teacher: teacherName })
  const pages = usePages(api, 'GET /admin/connections', {
    query: {
      status: filters.status,
      sort: filters.sort,
      ...(filters.q.trim() !== '' && { q: filters.q.trim() }),
    },
    pauseMs: typingPauseMs,
  })
  const became = (data: ListedConnection) => pages.change(withRow(data))
  return (
    <div className="ds-stack">
      <ReviewFilters filters={filters} onChange={set} />
      <PagedPanel
        pages={pages}
        empty={
          <EmptyState picture={<EmptyScene />} title={t('noneTitle')}>
            {t('noneText')}
          </EmptyState>
        }
      >
        <ul className="ds-connections" aria-busy={pages.loading || undefined}>
          {pages.rows.map((connection) => (
            <ReviewedCard
              key={connection.id}
              connection={connection}
              onDecide={(decision) =>
                decision === 'reopen' || decision === 'end'
                  ? setPause({ connection, decision })
                  : setAsked({ connection, decision })
              }
              onPerson={person.show}
            />
          ))}
        </ul>
      </PagedPanel>
      {person.dialog}
      {pause !== null && (
        <PauseDialog
          api={api}
          connectionId={pause.connection.id}
          about={pairOf(pause.connection)}
          decision={pause.decision}
          onDecided={became}
          onClose={() => setPause(null)}
        />
      )}
      {asked !== null && (
        <DecisionDialog
          key={`${asked.connection.id} ${asked.decision}`}
          api={api}
          {...asked}
          about={pairOf(asked.connection)}
          onDecided={became}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}

type DecisionProps = {
  api: ApiClient
  connection: ListedConnection
  decision: Decision
  about: string
  onDecided: (connection: ListedConnection) => void
  onClose: () => void
}

function DecisionDialog({ api, connection, decision, about, onDecided, onClose }: DecisionProps) {
  const t = useTranslator(reviewTexts)
  const toast = useToast()
  const decide = async (notes: string) => {
    const { data } = await api.call('PUT /admin/connections/:id', {
      params: { id: connection.id },
      body: { status: decision === 'approve' ? 'approved' : 'declined', notes },
    })
    onDecided(data)
    toast(t(data.status === 'pending' ? 'approveWaits' : `${decision}Done`))
  }
  return (
    <ReviewDialog
      draft={`${decision}/${connection.id}`}
      title={t(`${decision}Title`)}
      about={about}
      text={t(`${decision}Text`)}
      confirm={t(decision)}
      done={null}
      failed={t(`${decision}Failed`)}
      danger={decision === 'decline'}
      onDecide={decide}
      onClose={onClose}
    />
  )
}

type FilterProps = { filters: Filter; onChange: (part: Partial<Filter>) => void }

function ReviewFilters({ filters: { q, status, sort }, onChange }: FilterProps) {
  const t = useTranslator(reviewTexts)
  return (
    <Filters>
      <SearchFilter
        label={t('search')}
        placeholder={t('searchPlaceholder')}
        value={q}
        onChange={(text) => onChange({ q: text })}
      />
      <SelectFilter
        label={t('status')}
        value={status}
        onChange={(chosen) => onChange({ status: chosen })}
        options={(['all', ...statuses] as const).map((value) => ({ value, label: t(value) }))}
      />
      <SelectFilter
        label={t('order')}
        value={sort}
        onChange={(chosen) => onChange({ sort: chosen })}
        options={[
          { value: 'escalated', label: t('escalatedFirst') },
          { value: 'newest', label: t('newestFirst') },
        ]}
      />
    </Filters>
  )
}
