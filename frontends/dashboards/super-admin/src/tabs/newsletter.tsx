import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { plainClick } from '@darsi/client/place/plain-click.ts'
import { anyText, usePlace } from '@darsi/client/place/use-place.ts'
import { usePages, withoutRow, withRow } from '@darsi/client/query/use-pages.ts'
import type { Newsletter } from '@darsi/contracts/calls/admin/newsletter-api.ts'
import { formatNumber } from '@darsi/contracts/reference/i18n/numbers.ts'
import { useLeaving } from '@darsi/design/dialogs/leaving.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import { ArrowStartIcon, PlusIcon } from '@darsi/design/graphics/icons.tsx'
import { LoadingPanel } from '@darsi/design/graphics/spinner.tsx'
import { formatDateTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { LoadMore } from '@darsi/design/layout/load-more.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { type Column, Table } from '@darsi/design/layout/table.tsx'
import { type ComponentProps, useEffect } from 'react'
import { NewsletterEditor } from '../newsletter/newsletter-editor.tsx'
import { NewsletterRecord } from '../newsletter/newsletter-record.tsx'
import { DeliveryText, NewsletterBadge, subjectOf } from '../newsletter/newsletter-state.tsx'
import { newsletterTexts } from '../newsletter/texts.ts'
import { texts } from '../texts.ts'
import '../newsletter/newsletter.css'

const pageSize = 20
/** The open newsletter; "new" for one that is not saved yet. */
const place = { newsletter: anyText() }
/** While one is being sent its figures are loaded again this often. */
const pollMs = 3000

/** Newsletters: the list, and one of them open. */
export default function NewsletterTab({ api }: Pick<DashboardProps, 'api'>) {
  const t = useTranslator(newsletterTexts)
  const title = useTranslator(texts)('newsletterTab')
  const language = useLanguage()
  const [{ newsletter: opened }, { set, open, close, hrefOf }] = usePlace(place)
  const list = usePages(api, 'GET /superadmin/newsletters', { query: { limit: pageSize } })
  const { rows, total, answer, loading, error, more, refresh } = list
  const isSending = rows.some(({ state }) => state === 'sending')
  useEffect(() => {
    if (!isSending) return
    const timer = setInterval(refresh, pollMs)
    return () => clearInterval(timer)
  })
  const put = (saved: Newsletter) => {
    list.change((now) => (now.some(({ id }) => id === saved.id) ? withRow(saved)(now) : [saved, ...now]))
    set({ newsletter: saved.id })
  }
  const subscribers = answer?.subscribers ?? { en: 0, fr: 0, ar: 0 }
  const columns = useColumns((id) => ({
    href: hrefOf({ newsletter: id }),
    onOpen: () => open({ newsletter: id }),
  }))
  const newsletter = rows.find(({ id }) => id === opened) ?? null
  if (opened !== '' && opened !== 'new' && answer === null && error === null) return <LoadingPanel />
  if (opened === 'new' || newsletter !== null)
    return (
      <OpenNewsletter
        api={api}
        newsletter={newsletter}
        readers={subscribers.en + subscribers.fr + subscribers.ar}
        onChange={put}
        onRemoved={() => {
          list.change(withoutRow(opened))
          close('newsletter')
        }}
        onClose={() => close('newsletter')}
      />
    )
  const figures = Object.fromEntries(
    Object.entries(subscribers).map(([each, count]) => [each, formatNumber(count, language)]),
  )
  return (
    <div className="ds-stack">
      <PageHeader
        level={2}
        title={title}
        actions={
          <Button icon={PlusIcon} onClick={() => open({ newsletter: 'new' })}>
            {t('create')}
          </Button>
        }
      >
        {answer && t('lead', figures)}
      </PageHeader>
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <Table
        caption={title}
        hideCaption
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        loading={loading && rows.length === 0}
        empty={
          loading || error !== null ? null : <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>
        }
      />
      {rows.length > 0 && <LoadMore shown={rows.length} total={total} onLoad={more} loading={loading} />}
    </div>
  )
}

type OpenProps = ComponentProps<typeof NewsletterEditor> & { onClose: () => void }

function OpenNewsletter({ newsletter, onClose, ...editor }: OpenProps) {
  const t = useTranslator(newsletterTexts)
  const language = useLanguage()
  const leaving = useLeaving()
  const subject = newsletter && subjectOf(newsletter.texts, language)
  return (
    <div className="ds-stack">
      <div>
        <Button variant="quiet" size="sm" icon={ArrowStartIcon} onClick={() => leaving.ask(onClose)}>
          {t('back')}
        </Button>
      </div>
      <PageHeader
        level={2}
        title={subject || t('create')}
        actions={newsletter && <NewsletterBadge state={newsletter.state} />}
      />
      {newsletter && newsletter.state !== 'draft' ? (
        <NewsletterRecord {...editor} newsletter={newsletter} />
      ) : (
        <NewsletterEditor {...editor} newsletter={newsletter} />
      )}
    </div>
  )
}

function useColumns(linkTo: (id: string) => { href: string; onOpen: () => void }): Column<Newsletter>[] {
  const t = useTranslator(newsletterTexts)
  const language = useLanguage()
  const name = ({ texts }: Newsletter) => subjectOf(texts, language) || t('noSubject')
  return [
    { id: 'subject', header: t('subject'), isRowHeader: true, cell: (row) => <bdi>{name(row)}</bdi> },
    { id: 'state', header: t('state'), cell: ({ state }) => <NewsletterBadge state={state} /> },
    { id: 'delivery', header: t('delivery'), cell: (row) => <DeliveryText of={row} /> },
    { id: 'at', header: t('changed'), cell: ({ updatedAt }) => formatDateTime(updatedAt, language) },
    {
      id: 'open',
      header: t('open'),
      align: 'end',
      cell: (row) => {
        const { href, onOpen } = linkTo(row.id)
        return (
          <LinkButton
            size="sm"
            variant="secondary"
            href={href}
            aria-label={t('openOf', { subject: name(row) })}
            onClick={plainClick(onOpen)}
          >
            {t('open')}
          </LinkButton>
        )
      },
    },
  ]
}
