import type { AuditEntry } from '@darsi/contracts/admin-api.ts'
import { deeds } from '@darsi/contracts/deeds.ts'
import { auditTexts } from '@darsi/ui/audit/audit-texts.ts'
import { deedWords, detailWords, targetWords } from '@darsi/ui/audit/deed.ts'
import { Banner } from '@darsi/ui/banner.tsx'
import { Button } from '@darsi/ui/button.tsx'
import { formatDateTime } from '@darsi/ui/catalogue.ts'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { EmptyState } from '@darsi/ui/empty-state.tsx'
import { Field } from '@darsi/ui/field.tsx'
import { useLanguage, useTranslator } from '@darsi/ui/i18n.tsx'
import { Select, TextInput } from '@darsi/ui/input.tsx'
import { LoadMore } from '@darsi/ui/load-more.tsx'
import { PageHeader } from '@darsi/ui/page-header.tsx'
import { type Column, Table } from '@darsi/ui/table.tsx'
import { usePages } from '@darsi/ui/use-pages.ts'
import { useCallback, useState } from 'react'
import { ChainCheck } from '../chain-check.tsx'
import { texts } from '../texts.ts'

type Person = { id: string; name: string }
type Filters = { action: string; from: string; to: string; by: Person | null; target: Person | null }

const everything: Filters = { action: 'all', from: '', to: '', by: null, target: null }
const pageSize = 50

/** Who did what to whom; a name leads to everything by it or about it. */
export default function AuditLog({ api }: DashboardProps) {
  const t = useTranslator(texts)
  const [filters, setFilters] = useState(everything)
  const change = (part: Partial<Filters>) => setFilters((before) => ({ ...before, ...part }))
  const load = useCallback(
    (cursor: string | null, signal: AbortSignal) =>
      api.call('GET /superadmin/audit', {
        query: {
          ...(filters.action !== 'all' && { action: filters.action }),
          ...(filters.from !== '' && { from: filters.from }),
          ...(filters.to !== '' && { to: filters.to }),
          ...(filters.by && { by: filters.by.id }),
          ...(filters.target && { target: filters.target.id }),
          limit: pageSize,
          ...(cursor !== null && { cursor }),
        },
        signal,
      }),
    [api, filters],
  )
  const { rows, answer, total, loading, error, more, reload } = usePages(load)
  return (
    <div className="ds-stack">
      <PageHeader
        level={2}
        title={t('auditTab')}
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
      <AuditFilters filters={filters} onChange={change} />
      <Table
        caption={t('auditTab')}
        hideCaption
        columns={useColumns(change)}
        rows={rows}
        rowKey={(entry) => entry.id}
        loading={loading}
        empty={
          loading || error !== null ? null : (
            <EmptyState title={t('noDeedsTitle')}>{t('noDeedsText')}</EmptyState>
          )
        }
      />
      {rows.length > 0 && <LoadMore shown={rows.length} total={total} onLoad={more} loading={loading} />}
    </div>
  )
}

type FilterProps = { filters: Filters; onChange: (part: Partial<Filters>) => void }

function AuditFilters({ filters, onChange }: FilterProps) {
  const t = useTranslator(texts)
  const language = useLanguage()
  return (
    <>
      <div className="super-filters">
        <Field label={t('deed')}>
          <Select
            placeholder={null}
            value={filters.action}
            onChange={(action) => onChange({ action })}
            options={[
              { value: 'all', label: t('allDeeds') },
              ...deeds.map((value) => ({ value, label: deedWords(value, language) })),
            ]}
          />
        </Field>
        <Field label={t('fromDay')}>
          <TextInput
            type="date"
            value={filters.from}
            max={filters.to || undefined}
            onChange={(event) => onChange({ from: event.target.value })}
          />
        </Field>
        <Field label={t('toDay')}>
          <TextInput
            type="date"
            value={filters.to}
            min={filters.from || undefined}
            onChange={(event) => onChange({ to: event.target.value })}
          />
        </Field>
      </div>
      {(filters.by || filters.target) && (
        <div className="ds-row">
          {filters.by && (
            <Button variant="secondary" size="sm" onClick={() => onChange({ by: null })}>
              {t('byPerson', { name: filters.by.name })} ✕
            </Button>
          )}
          {filters.target && (
            <Button variant="secondary" size="sm" onClick={() => onChange({ target: null })}>
              {t('aboutPerson', { name: filters.target.name })} ✕
            </Button>
          )}
        </div>
      )}
    </>
  )
}

function useColumns(onFilter: FilterProps['onChange']): Column<AuditEntry>[] {
  const t = useTranslator(texts)
  const ta = useTranslator(auditTexts)
  const language = useLanguage()
  return [
    {
      id: 'deed',
      header: t('deed'),
      isRowHeader: true,
      cell: (entry) => (
        <div className="ds-user">
          <span>{deedWords(entry.action, language)}</span>
          {entry.detail !== '' && (
            <span className="ds-soft ds-small super-detail">{detailWords(entry, language)}</span>
          )}
        </div>
      ),
    },
    {
      id: 'by',
      header: t('who'),
      cell: ({ by, byName }) => {
        const name = byName || (by === '' ? ta('somebodyUnknown') : by.slice(0, 8))
        if (by === '') return <span className="ds-soft">{name}</span>
        return (
          <Button
            variant="quiet"
            size="sm"
            className="super-link"
            aria-label={t('byPerson', { name })}
            onClick={() => onFilter({ by: { id: by, name } })}
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
        const name = targetWords(entry)
        if (name === '') return '–'
        return (
          <Button
            variant="quiet"
            size="sm"
            className="super-link"
            aria-label={t('aboutPerson', { name })}
            onClick={() => onFilter({ target: { id: entry.target, name } })}
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
          {sequence} · {hash.slice(0, 8)}
        </span>
      ),
    },
  ]
}
