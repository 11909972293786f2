import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useIsLinked, withLinked } from '@darsi/client/place/use-linked.ts'
import { anyText, oneOf, usePlace } from '@darsi/client/place/use-place.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { usePages, withRow } from '@darsi/client/query/use-pages.ts'
import { QueueFilters } from '@darsi/client/queue/queue-filters.tsx'
import { QueuePanel } from '@darsi/client/queue/queue-panel.tsx'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { SelectFilter } from '@darsi/design/forms/filters.tsx'
import { formatRelative } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useNow } from '@darsi/design/i18n/use-now.ts'
import { useState } from 'react'
import { type Connection, statuses, tones } from '../connections/public.ts'
import { texts } from '../texts.ts'
import { usePerson } from '../users/public.ts'
import { PauseDialog } from './pause-dialog.tsx'
import {
  type Decision,
  type ListedConnection,
  mayReview,
  type PauseDecision,
  pairLabel,
  ReviewedCard,
} from './reviewed-card.tsx'
import { useConnectionDecisions } from './use-connection-decisions.ts'
import '../connections/connections.css'
import './connection-review.css'

const place = {
  q: anyText(),
  status: oneOf(['all', ...statuses], 'pending'),
  sort: oneOf(['escalated', 'newest'], 'escalated'),
  request: anyText(),
}
type Filter = { q: string; status: Connection['status'] | 'all'; sort: 'escalated' | 'newest' }

const isUnfiltered = ({ q, status }: Filter) => q === '' && status === 'pending'

const typingPauseMs = 250

/** All connection requests, the most urgent first, beside the open one: approved by one key, declined with a reason. */
export function ConnectionReview({ api }: { api: ApiClient }) {
  const t = useTranslator(texts.connectionReview)
  const person = usePerson(api)
  const [{ request: openId, ...filters }, { set, open, close, hrefOf }] = usePlace(place)
  const [writing, setWriting] = useState<Writing>(null)
  const [pause, setPause] = useState<{ connection: ListedConnection; decision: PauseDecision } | null>(null)
  const { pages, all, became } = useRequests(api, filters, openId)
  const decisions = useConnectionDecisions(api, became, pages.reload)
  // a decided request leaves the list, also while others must still agree
  const isLeft = ({ id }: ListedConnection) =>
    decisions.heldIds.has(id) || (filters.status === 'pending' && decisions.doneIds.has(id))
  const rows = all.filter((row) => !isLeft(row))
  return (
    <div className="ds-stack">
      <ReviewFilters filters={filters} onChange={set} />
      <QueuePanel
        pages={pages}
        empty={{ title: t('noneTitle'), text: t(isUnfiltered(filters) ? 'noneWaits' : 'noneText') }}
        label={t('requests')}
        rows={rows}
        openId={openId}
        hrefOf={(id) => hrefOf({ request: id })}
        onOpen={(id) => (openId === '' ? open : set)({ request: id })}
        onClose={() => close('request')}
        undo={decisions.undoLast}
        actions={[
          { key: 'a', label: t('approve'), run: (row) => decisions.decide(row, 'approve') },
          {
            key: 'r',
            label: t('decline'),
            run: (row) => mayReview(row) && setWriting({ id: row.id, decision: 'decline' }),
          },
        ]}
        item={(connection) => <RequestItem connection={connection} />}
        detail={(connection) => (
          <ReviewedCard
            key={connection.id}
            api={api}
            connection={connection}
            writing={writing?.id === connection.id ? writing.decision : null}
            onWriting={(decision) => setWriting(decision && { id: connection.id, decision })}
            // the form stays chosen: an undone decision opens it again with its notes
            onDecide={(decision, notes) => decisions.decide(connection, decision, notes)}
            onPause={(decision) => setPause({ connection, decision })}
            onPerson={person.show}
          />
        )}
      />
      {person.dialog}
      {pause !== null && (
        <PauseDialog
          api={api}
          connectionId={pause.connection.id}
          about={pairLabel(pause.connection, t)}
          decision={pause.decision}
          stoppedAt={pause.connection.stoppedAt}
          onDecided={became}
          onClose={() => setPause(null)}
        />
      )}
    </div>
  )
}

/** The requests of the filters, and the one that the address names. */
function useRequests(api: ApiClient, { q, status, sort }: Filter, openId: string) {
  const pages = usePages(api, 'GET /admin/connections', {
    query: { status, sort, ...(q.trim() !== '' && { q: q.trim() }) },
    pauseMs: typingPauseMs,
  })
  const isLinked = useIsLinked(openId, pages.rows, pages.answer !== null && !pages.loading)
  const linked = useCall(api, 'GET /admin/connections', { query: { id: openId }, enabled: isLinked })
  return {
    pages,
    all: withLinked(pages.rows, isLinked ? linked.data?.data[0] : undefined, openId),
    became: (data: ListedConnection) => {
      if (isLinked) linked.reload()
      pages.change(withRow(data))
    },
  }
}

type Writing = { id: string; decision: Decision } | null

type FilterProps = { filters: Filter; onChange: (part: Partial<Filter>) => void }

function ReviewFilters({ filters: { q, status, sort }, onChange }: FilterProps) {
  const t = useTranslator(texts.connectionReview)
  return (
    <QueueFilters
      filters={{ q, status }}
      onChange={onChange}
      labels={{ search: t('search'), placeholder: t('searchPlaceholder'), status: t('status') }}
      statuses={(['all', ...statuses] as const).map((value) => ({ value, label: t(value) }))}
    >
      <SelectFilter
        label={t('order')}
        value={sort}
        onChange={(chosen) => onChange({ sort: chosen })}
        options={[
          { value: 'escalated', label: t('escalatedFirst') },
          { value: 'newest', label: t('newestFirst') },
        ]}
      />
    </QueueFilters>
  )
}

/** A request in the list: who, what, since when, and the most urgent mark. */
function RequestItem({ connection }: { connection: ListedConnection }) {
  const t = useTranslator(texts.connectionReview)
  const language = useLanguage()
  const now = useNow()
  const { subject, status, requestedDate, escalated, minor } = connection
  return (
    <>
      <span className="ds-queue-line">
        <span className="ds-queue-name">{pairLabel(connection, t)}</span>
        <time className="ds-soft ds-small" dateTime={requestedDate}>
          {formatRelative(requestedDate, language, now)}
        </time>
      </span>
      <span className="ds-queue-line ds-soft ds-small">
        <span>{subjectName(subject, language)}</span>
        {escalated ? (
          <Badge tone="danger">{t('escalated')}</Badge>
        ) : minor && status === 'pending' ? (
          <Badge tone="accent">{t('minor')}</Badge>
        ) : (
          <Badge tone={tones[status]}>{t(status)}</Badge>
        )}
      </span>
    </>
  )
}
