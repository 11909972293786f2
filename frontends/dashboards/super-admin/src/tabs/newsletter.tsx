import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { usePages } from '@darsi/client/query/use-pages.ts'
import type { Newsletter } from '@darsi/contracts/calls/admin/newsletter-api.ts'
import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import { inEachLanguage, languages } from '@darsi/contracts/reference/languages.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { formatDateTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { LoadMore } from '@darsi/design/layout/load-more.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { type Column, Table } from '@darsi/design/layout/table.tsx'
import { texts } from '@darsi/features/texts.ts'
import { NewsletterEditor } from '../newsletter/newsletter-editor.tsx'
import '../newsletter/newsletter.css'

const pageSize = 20

/** A new newsletter, and the list of those that were sent. */
export default function NewsletterTab({ api }: Pick<DashboardProps, 'api'>) {
  const t = useTranslator(texts.newsletter)
  const title = useTranslator(texts.superAdmin)('tab_newsletter')
  const language = useLanguage()
  const list = usePages(api, 'GET /superadmin/newsletters', { query: { limit: pageSize } })
  const { rows, total, answer, loading, error, more } = list
  const subscribers = answer?.subscribers ?? inEachLanguage(() => 0)
  const figure = (count: number) => formatNumber(count, language)
  const columns: Column<Newsletter>[] = [
    {
      id: 'subject',
      header: t('subject'),
      isRowHeader: true,
      cell: ({ subjects }) => <bdi>{subjects[language]}</bdi>,
    },
    { id: 'at', header: t('sentAt'), cell: ({ sentAt }) => formatDateTime(sentAt, language) },
    { id: 'readers', header: t('readers'), cell: ({ recipients }) => figure(recipients) },
  ]
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={title}>
        {answer &&
          t(
            'lead',
            inEachLanguage((language) => figure(subscribers[language])),
          )}
      </PageHeader>
      <NewsletterEditor
        api={api}
        readers={languages.reduce((sum, each) => sum + subscribers[each], 0)}
        onSent={(sent) => list.change((now) => [sent, ...now])}
      />
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <Table
        caption={t('sentAt')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        loading={loading && rows.length === 0}
        empty={loading || error !== null ? null : <EmptyState title={t('empty')} />}
      />
      {rows.length > 0 && <LoadMore shown={rows.length} total={total} onLoad={more} loading={loading} />}
    </div>
  )
}
