import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { useIsLinked, withLinked } from '@darsi/client/place/use-linked.ts'
import { anyText, oneOf, usePlace } from '@darsi/client/place/use-place.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { usePages, withRow } from '@darsi/client/query/use-pages.ts'
import { QueueFilters } from '@darsi/client/queue/queue-filters.tsx'
import { QueuePanel } from '@darsi/client/queue/queue-panel.tsx'
import { useHeld } from '@darsi/client/queue/use-held.ts'
import type { Ticket } from '@darsi/contracts/calls/admin/tickets-api.ts'
import { labelOfKey } from '@darsi/contracts/reference/choices.ts'
import { contactSubjects, type TicketStatus, ticketStatuses } from '@darsi/contracts/rules/texts/contact.ts'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { optionsOf } from '@darsi/design/forms/choice-options.ts'
import { SelectFilter } from '@darsi/design/forms/filters.tsx'
import { formatRelative } from '@darsi/design/i18n/catalogue.ts'
import { errorText } from '@darsi/design/i18n/error-text.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useNow } from '@darsi/design/i18n/use-now.ts'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { texts } from '@darsi/features/texts.ts'
import { useStats } from '../stats.ts'
import { AnswerForm } from '../support/answer-form.tsx'
import { DueBadge } from '../support/due-badge.tsx'
import { TicketCard } from '../support/ticket-card.tsx'
import '../support/support.css'

const place = {
  q: anyText(),
  status: oneOf([...ticketStatuses, 'all'], 'new'),
  subject: anyText('all'),
  ticket: anyText(),
}
type Filter = { q: string; status: TicketStatus | 'all'; subject: string }

const typingPauseMs = 250

/** Messages of the contact form by deadline, beside the open one. Answers are sent by mail. */
export default function Tickets({ api }: DashboardProps) {
  const t = useTranslator(texts.admin)
  const now = useNow()
  const stats = useStats(api)
  const [{ ticket: openId, ...filters }, { set, open, close, hrefOf }] = usePlace(place)
  const pages = usePages(api, 'GET /admin/tickets', {
    query: {
      status: filters.status,
      ...(filters.subject !== 'all' && { subject: filters.subject }),
      ...(filters.q.trim() !== '' && { q: filters.q.trim() }),
    },
    pauseMs: typingPauseMs,
  })
  const isLinked = useIsLinked(openId, pages.rows, pages.answer !== null && !pages.loading)
  const linked = useCall(api, 'GET /admin/tickets', { query: { id: openId }, enabled: isLinked })
  const overdue = pages.answer?.overdue ?? 0
  const put = (ticket: Ticket) => {
    if (isLinked) linked.reload()
    pages.change(withRow(ticket))
    stats.reload()
  }
  const closing = useClosing(api, put, pages.reload)
  const all = withLinked(pages.rows, isLinked ? linked.data?.data[0] : undefined, openId)
  const rows = all.filter(({ id }) => !closing.heldIds.has(id))
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('tab_tickets')}>
        {t('ticketsLead')}
      </PageHeader>
      {overdue > 0 && <Banner tone="danger">{t('overdueTickets', { count: overdue })}</Banner>}
      <TicketFilters filters={filters} onChange={set} />
      <QueuePanel
        pages={pages}
        empty={{ title: t('noTicketsTitle'), text: t('noTicketsText') }}
        label={t('tab_tickets')}
        rows={rows}
        openId={openId}
        hrefOf={(id) => hrefOf({ ticket: id })}
        onOpen={(id) => (openId === '' ? open : set)({ ticket: id })}
        onClose={() => close('ticket')}
        undo={closing.undoLast}
        actions={[
          { key: 'a', label: t('answer'), run: focusAnswer },
          { key: 'r', label: t('closeTicket'), run: closing.close },
        ]}
        item={(ticket) => <TicketItem ticket={ticket} now={now} />}
        detail={(ticket) => (
          <TicketCard key={ticket.id} ticket={ticket} now={now} onClose={() => closing.close(ticket)}>
            {ticket.status !== 'closed' && <AnswerForm api={api} ticket={ticket} onAnswered={put} />}
          </TicketCard>
        )}
      />
    </div>
  )
}

const focusAnswer = () => document.querySelector<HTMLElement>('.ds-queue-detail textarea')?.focus()

/** Closing a ticket sends no mail, so it can be undone and needs no confirmation. */
function useClosing(api: DashboardProps['api'], onClosed: (ticket: Ticket) => void, onFailed: () => void) {
  const t = useTranslator(texts.admin)
  const toast = useToast()
  const { ids, hold, undoLast } = useHeld()
  const send = async ({ id }: Ticket) => {
    try {
      const params = { id }
      onClosed((await api.call('POST /admin/tickets/:id/close', { params, keepalive: true })).data)
    } catch (failure) {
      toast(errorText(failure), 'danger')
      onFailed()
    }
  }
  return {
    heldIds: ids,
    undoLast,
    close: (ticket: Ticket) => {
      if (ticket.status !== 'closed') hold(t('ticketClosed'), { ids: [ticket.id], send: () => send(ticket) })
    },
  }
}

function TicketItem({ ticket, now }: { ticket: Ticket; now: number }) {
  const language = useLanguage()
  const subject = labelOfKey(contactSubjects, ticket.subject, language)
  return (
    <>
      <span className="ds-queue-line">
        <bdi className="ds-queue-name">{ticket.name}</bdi>
        {ticket.status === 'new' ? (
          <DueBadge dueAt={ticket.dueAt} now={now} />
        ) : (
          <time className="ds-soft ds-small" dateTime={ticket.createdAt}>
            {formatRelative(ticket.createdAt, language, now)}
          </time>
        )}
      </span>
      <span className="ds-queue-line ds-soft ds-small">
        <span dir="auto">{ticket.message}</span>
      </span>
      <span className="ds-soft ds-small">{subject}</span>
    </>
  )
}

type FilterProps = { filters: Filter; onChange: (part: Partial<Filter>) => void }

function TicketFilters({ filters: { q, status, subject }, onChange }: FilterProps) {
  const t = useTranslator(texts.admin)
  const language = useLanguage()
  return (
    <QueueFilters
      filters={{ q, status }}
      onChange={onChange}
      labels={{ search: t('search'), placeholder: t('searchTickets'), status: t('status') }}
      statuses={([...ticketStatuses, 'all'] as const).map((value) => ({
        value,
        label: t(`ticket-${value}`),
      }))}
    >
      <SelectFilter
        label={t('category')}
        value={subject}
        onChange={(chosen) => onChange({ subject: chosen })}
        options={[{ value: 'all', label: t('ticket-all') }, ...optionsOf(contactSubjects, language)]}
      />
    </QueueFilters>
  )
}
