import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { anyText, usePlace } from '@darsi/client/place/use-place.ts'
import { usePages } from '@darsi/client/query/use-pages.ts'
import type { AuditEntry } from '@darsi/contracts/calls/admin/audit-api.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Filters, SelectFilter } from '@darsi/design/forms/filters.tsx'
import { DateInput } from '@darsi/design/forms/input.tsx'
import { formatDateTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { LoadMore } from '@darsi/design/layout/load-more.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { type Column, Table } from '@darsi/design/layout/table.tsx'
import {
  actionLabel,
  actorLabel,
  auditActions,
  detailLabel,
  targetLabel,
  viewLabel,
} from '@darsi/features/audit/public.ts'
import { texts } from '@darsi/features/texts.ts'
import { ChainCheck } from '../chain-check.tsx'

const place = { action: anyText('all'), from: anyText(), to: anyText(), by: anyText(), target: anyText() }
/** `by` and `target` are account ids. */
type Filter = Record<keyof typeof place, string>
const pageSize = 20

/** Who did what to whom. A click on a name filters by that person. */
export default function AuditLog({ api }: DashboardProps) {
  const t = useTranslator(texts.superAdmin)
  const [filters, { set: change }] = usePlace(place)
  const { rows, answer, total, loading, error, more, reload } = usePages(api, 'GET /superadmin/audit', {
    query: {
      ...(filters.action !== 'all' && { action: filters.action }),
      ...(filters.from !== '' && { from: filters.from }),
      ...(filters.to !== '' && { to: filters.to }),
      ...(filters.by !== '' && { by: filters.by }),
      ...(filters.target !== '' && { target: filters.target }),
      limit: pageSize,
    },
  })
  return (
    <div className="ds-stack">
      <PageHeader
        level={2}
        title={t('tab_audit-log')}
        actions={
          <Button variant="secondary" onClick={reload} loading={loading}>
            {t('refresh')}
          </Button>
        }
      >
        {t('auditLead')}
      </PageHeader>
      <ChainCheck api={api} />
      {answer?.intact === false && <Banner tone="danger">{t('pageBroken')}</Banner>}
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <AuditFilters filters={filters} rows={rows} onChange={change} />
      <Table
        caption={t('tab_audit-log')}
        hideCaption
        columns={useColumns(change)}
        rows={rows}
        rowKey={(entry) => entry.id}
        compact
        loading={loading}
        empty={
          loading || error !== null ? null : (
            <EmptyState title={t('noActionsTitle')}>{t('noActionsText')}</EmptyState>
          )
        }
      />
      {rows.length > 0 && <LoadMore shown={rows.length} total={total} onLoad={more} loading={loading} />}
    </div>
  )
}

type FilterProps = {
  filters: Filter
  rows: readonly AuditEntry[]
  onChange: (part: Partial<Filter>) => void
}

function AuditFilters({ filters, rows, onChange }: FilterProps) {
  const t = useTranslator(texts.superAdmin)
  const language = useLanguage()
  const actor = rows.find(({ by }) => by === filters.by)
  const about = rows.find(({ target }) => target === filters.target)
  return (
    <>
      <Filters>
        <SelectFilter
          label={t('action')}
          value={filters.action}
          onChange={(action) => onChange({ action })}
          options={[
            { value: 'all', label: t('allActions') },
            ...auditActions(language).map((value) => ({ value, label: actionLabel(value, language) })),
          ]}
        />
        <Field label={t('fromDay')}>
          <DateInput
            value={filters.from}
            max={filters.to || undefined}
            onChange={(from) => onChange({ from })}
          />
        </Field>
        <Field label={t('toDay')}>
          <DateInput value={filters.to} min={filters.from || undefined} onChange={(to) => onChange({ to })} />
        </Field>
      </Filters>
      {(filters.by !== '' || filters.target !== '') && (
        <div className="ds-row">
          {filters.by !== '' && (
            <Button variant="secondary" size="sm" onClick={() => onChange({ by: '' })}>
              {t('byPerson', { name: actor ? actorLabel(actor, language) : '…' })} ✕
            </Button>
          )}
          {filters.target !== '' && (
            <Button variant="secondary" size="sm" onClick={() => onChange({ target: '' })}>
              {t('aboutPerson', { name: about ? targetLabel(about, language) : '…' })} ✕
            </Button>
          )}
        </div>
      )}
    </>
  )
}

function useColumns(onFilter: FilterProps['onChange']): Column<AuditEntry>[] {
  const t = useTranslator(texts.superAdmin)
  const language = useLanguage()
  return [
    {
      id: 'action',
      header: t('action'),
      isRowHeader: true,
      cell: (entry) => (
        <>
          <p>{actionLabel(entry.action, language)}</p>{' '}
          {[detailLabel(entry, language), viewLabel(entry, language)].map(
            (detail) =>
              detail !== '' && (
                <p key={detail} className="ds-soft ds-small super-detail">
                  {detail}
                </p>
              ),
          )}
        </>
      ),
    },
    {
      id: 'by',
      header: t('who'),
      cell: (entry) => {
        const { by } = entry
        const name = actorLabel(entry, language)
        if (by === '') return <span className="ds-soft">{name}</span>
        return (
          <Button
            variant="quiet"
            size="sm"
            className="super-link"
            aria-label={t('byPerson', { name })}
            onClick={() => onFilter({ by })}
          >
            <bdi>{name}</bdi>
          </Button>
        )
      },
    },
    {
      id: 'target',
      header: t('whom'),
      cell: (entry) => {
        const name = targetLabel(entry, language)
        if (name === '') return '–'
        return (
          <Button
            variant="quiet"
            size="sm"
            className="super-link"
            aria-label={t('aboutPerson', { name })}
            onClick={() => onFilter({ target: entry.target })}
          >
            <bdi>{name}</bdi>
          </Button>
        )
      },
    },
    { id: 'at', header: t('when'), cell: ({ at }) => formatDateTime(at, language) },
    {
      id: 'seal',
      header: t('seal'),
      align: 'end',
      cell: ({ sequence, hash }) => (
        <span className="super-hash" dir="ltr" title={hash}>
          {sequence}&nbsp;· {hash.slice(0, 8)}
        </span>
      ),
    },
  ]
}
