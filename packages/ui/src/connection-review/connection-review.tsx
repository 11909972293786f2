import { useCallback, useState } from 'react'
import type { ApiClient } from '../api-client.ts'
import { type Connection, statuses } from '../connections/connection.ts'
import { EmptyState } from '../empty-state.tsx'
import { Field } from '../field.tsx'
import { useTranslator } from '../i18n.tsx'
import { EmptyScene } from '../illustrations.tsx'
import { SearchInput, Select } from '../input.tsx'
import { useLive } from '../live.ts'
import { Paged } from '../paged.tsx'
import { useToast } from '../toast.tsx'
import { usePages } from '../use-pages.ts'
import { usePerson } from '../use-person.tsx'
import { ReviewDialog } from './review-dialog.tsx'
import { reviewTexts } from './review-texts.ts'
import { type Decision, type ListedConnection, ReviewedCard } from './reviewed-card.tsx'
import '../connections/connections.css'
import './connection-review.css'

type Filters = { q: string; status: Connection['status'] | 'all'; sort: 'escalated' | 'newest' }

const typingPauseMs = 250

/** All connection requests, what presses first; pending ones are approved or declined with notes. */
export function ConnectionReview({ api }: { api: ApiClient }) {
  const t = useTranslator(reviewTexts)
  const toast = useToast()
  const person = usePerson(api)
  const [filters, setFilters] = useState<Filters>({ q: '', status: 'pending', sort: 'escalated' })
  const [asked, setAsked] = useState<{ connection: ListedConnection; decision: Decision } | null>(null)
  const load = useCallback(
    (cursor: string | null, signal: AbortSignal, limit?: number) =>
      api.call('GET /admin/connections', {
        query: {
          status: filters.status,
          sort: filters.sort,
          ...(filters.q.trim() !== '' && { q: filters.q.trim() }),
          ...(cursor !== null && { cursor }),
          ...(limit !== undefined && { limit }),
        },
        signal,
      }),
    [api, filters],
  )
  const pages = usePages(load, typingPauseMs)
  const { change, follow } = pages
  useLive(api, 'connection', follow)
  const decide = async (notes: string) => {
    if (asked === null) return
    const { data } = await api.call('PUT /admin/connections/:id', {
      params: { id: asked.connection.id },
      body: { status: asked.decision === 'approve' ? 'approved' : 'declined', notes },
    })
    change((before) => before.map((each) => (each.id === data.id ? data : each)))
    toast(t(data.status === 'pending' ? 'approveWaits' : `${asked.decision}Done`))
  }
  return (
    <div className="ds-stack">
      <ReviewFilters
        filters={filters}
        onChange={(part) => setFilters((before) => ({ ...before, ...part }))}
      />
      <Paged
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
              onDecide={(decision) => setAsked({ connection, decision })}
              onPerson={person.show}
            />
          ))}
        </ul>
      </Paged>
      {person.dialog}
      {asked !== null && (
        <ReviewDialog
          key={`${asked.connection.id} ${asked.decision}`}
          title={t(`${asked.decision}Title`)}
          about={t('pair', { student: asked.connection.studentName, teacher: asked.connection.teacherName })}
          text={t(`${asked.decision}Text`)}
          confirm={t(asked.decision)}
          done={null}
          failed={t(`${asked.decision}Failed`)}
          danger={asked.decision === 'decline'}
          onDecide={decide}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}

type FilterProps = { filters: Filters; onChange: (part: Partial<Filters>) => void }

function ReviewFilters({ filters: { q, status, sort }, onChange }: FilterProps) {
  const t = useTranslator(reviewTexts)
  return (
    <div className="ds-review-filters">
      <Field label={t('search')}>
        <SearchInput
          placeholder={t('searchPlaceholder')}
          maxLength={64}
          dir="auto"
          value={q}
          onChange={(event) => onChange({ q: event.target.value })}
        />
      </Field>
      <Field label={t('status')}>
        <Select
          placeholder={null}
          value={status}
          onChange={(chosen) => onChange({ status: chosen })}
          options={(['all', ...statuses] as const).map((value) => ({ value, label: t(value) }))}
        />
      </Field>
      <Field label={t('order')}>
        <Select
          placeholder={null}
          value={sort}
          onChange={(chosen) => onChange({ sort: chosen })}
          options={[
            { value: 'escalated', label: t('escalatedFirst') },
            { value: 'newest', label: t('newestFirst') },
          ]}
        />
      </Field>
    </div>
  )
}
