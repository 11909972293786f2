import { contactSubjects, type TicketStatus, ticketStatuses } from '@darsi/contracts/contact.ts'
import type { Ticket } from '@darsi/contracts/tickets-api.ts'
import { Banner } from '@darsi/ui/banner.tsx'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { EmptyState } from '@darsi/ui/empty-state.tsx'
import { errorText } from '@darsi/ui/error-text.ts'
import { Field } from '@darsi/ui/field.tsx'
import { useLanguage, useTranslator } from '@darsi/ui/i18n.tsx'
import { EmptyScene } from '@darsi/ui/illustrations.tsx'
import { SearchInput, Select } from '@darsi/ui/input.tsx'
import { useLive } from '@darsi/ui/live.ts'
import { PageHeader } from '@darsi/ui/page-header.tsx'
import { Paged } from '@darsi/ui/paged.tsx'
import { useToast } from '@darsi/ui/toast.tsx'
import { useNow } from '@darsi/ui/use-now.ts'
import { usePages } from '@darsi/ui/use-pages.ts'
import { WordsDialog } from '@darsi/ui/words-dialog.tsx'
import { useCallback, useState } from 'react'
import { useStats } from '../stats.tsx'
import { TicketCard } from '../support/ticket-card.tsx'
import { texts } from '../texts.ts'
import '../support/support.css'

type Filters = { q: string; status: TicketStatus | 'all'; subject: string }

const typingPauseMs = 250

/** Messages of the contact form, what is due first; answers go out by mail. */
export default function Tickets({ api }: DashboardProps) {
  const t = useTranslator(texts)
  const toast = useToast()
  const now = useNow()
  const stats = useStats()
  const [filters, setFilters] = useState<Filters>({ q: '', status: 'new', subject: 'all' })
  const [answering, setAnswering] = useState<Ticket | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const load = useCallback(
    (cursor: string | null, signal: AbortSignal, limit?: number) =>
      api.call('GET /admin/tickets', {
        query: {
          status: filters.status,
          ...(filters.subject !== 'all' && { subject: filters.subject }),
          ...(filters.q.trim() !== '' && { q: filters.q.trim() }),
          ...(cursor !== null && { cursor }),
          ...(limit !== undefined && { limit }),
        },
        signal,
      }),
    [api, filters],
  )
  const pages = usePages(load, typingPauseMs)
  const { follow, reload, change } = pages
  useLive(api, 'ticket', follow)
  const overdue = pages.answer?.overdue ?? 0
  const put = (ticket: Ticket) => {
    change((before) => before.map((each) => (each.id === ticket.id ? ticket : each)))
    stats.reload()
  }
  const send = async (text: string) => {
    if (answering === null) return
    const params = { id: answering.id }
    put((await api.call('POST /admin/tickets/:id/answer', { params, body: { text } })).data)
  }
  const close = async ({ id }: Ticket) => {
    setBusy(id)
    try {
      put((await api.call('POST /admin/tickets/:id/close', { params: { id } })).data)
      toast(t('ticketClosed'))
    } catch (failure) {
      toast(errorText(failure), 'danger')
      reload()
    } finally {
      setBusy(null)
    }
  }
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('ticketsTab')}>
        {t('ticketsLead')}
      </PageHeader>
      {overdue > 0 && <Banner tone="danger">{t('overdueTickets', { count: overdue })}</Banner>}
      <TicketFilters
        filters={filters}
        onChange={(part) => setFilters((before) => ({ ...before, ...part }))}
      />
      <Paged
        pages={pages}
        empty={
          <EmptyState picture={<EmptyScene />} title={t('noTicketsTitle')}>
            {t('noTicketsText')}
          </EmptyState>
        }
      >
        <ul className="admin-cards" aria-busy={pages.loading || undefined}>
          {pages.rows.map((ticket) => (
            <TicketCard
              key={ticket.id}
              ticket={ticket}
              now={now}
              busy={busy === ticket.id}
              onAnswer={() => setAnswering(ticket)}
              onClose={() => void close(ticket)}
            />
          ))}
        </ul>
      </Paged>
      {answering !== null && (
        <WordsDialog
          title={t('answerTitle', { name: answering.name })}
          label={t('answerLabel')}
          hint={t('answerHint')}
          missing={t('answerMissing')}
          confirm={t('sendAnswer')}
          done={t('answerSent')}
          size="md"
          rows={6}
          maxLength={5000}
          onWords={send}
          onClose={() => setAnswering(null)}
        >
          <p className="admin-quote" dir="auto">
            {answering.message}
          </p>
        </WordsDialog>
      )}
    </div>
  )
}

type FilterProps = { filters: Filters; onChange: (part: Partial<Filters>) => void }

function TicketFilters({ filters: { q, status, subject }, onChange }: FilterProps) {
  const t = useTranslator(texts)
  const language = useLanguage()
  return (
    <div className="admin-filters">
      <Field label={t('search')}>
        <SearchInput
          placeholder={t('searchTickets')}
          maxLength={64}
          dir="auto"
          value={q}
          onChange={(event) => onChange({ q: event.target.value })}
        />
      </Field>
      <Field label={t('status')}>
        <Select<Filters['status']>
          placeholder={null}
          value={status}
          onChange={(chosen) => onChange({ status: chosen })}
          options={([...ticketStatuses, 'all'] as const).map((value) => ({
            value,
            label: t(`ticket-${value}`),
          }))}
        />
      </Field>
      <Field label={t('category')}>
        <Select
          placeholder={null}
          value={subject}
          onChange={(chosen) => onChange({ subject: chosen })}
          options={[
            { value: 'all', label: t('ticket-all') },
            ...Object.entries(contactSubjects).map(([value, label]) => ({ value, label: label[language] })),
          ]}
        />
      </Field>
    </div>
  )
}
