import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { TextDialog } from '@darsi/client/dialogs/text-dialog.tsx'
import { usePages } from '@darsi/client/query/use-pages.ts'
import type { KeptEvidence, OpenedEvidence } from '@darsi/contracts/calls/admin/evidence-api.ts'
import { alertReasonNames, alertSeverityNames } from '@darsi/contracts/texts/child-protection.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { formatDateTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { LoadMore } from '@darsi/design/layout/load-more.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { type Column, Table } from '@darsi/design/layout/table.tsx'
import { useState } from 'react'
import { EvidenceFile } from '../evidence-file.tsx'
import { texts } from '../texts.ts'

const pageSize = 50

/** The evidence of safety alerts. Each is opened separately, with a reason. */
export default function Evidence({ api }: Pick<DashboardProps, 'api'>) {
  const t = useTranslator(texts)
  const [asked, setAsked] = useState<KeptEvidence | null>(null)
  const [file, setFile] = useState<OpenedEvidence | null>(null)
  const { rows, total, loading, error, more, reload } = usePages(api, 'GET /superadmin/evidence', {
    query: { limit: pageSize },
  })
  const open = async (reason: string) => {
    if (!asked) return
    const { data } = await api.call('POST /superadmin/evidence/:id/view', {
      params: { id: asked.id },
      body: { reason },
    })
    setFile(data)
    reload()
  }
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('evidenceTab')}>
        {t('evidenceLead')}
      </PageHeader>
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <Table
        caption={t('evidenceTab')}
        hideCaption
        columns={useColumns(setAsked)}
        rows={rows}
        rowKey={({ id }) => id}
        loading={loading}
        empty={
          loading || error !== null ? null : (
            <EmptyState title={t('evidenceNone')}>{t('evidenceNoneText')}</EmptyState>
          )
        }
      />
      {rows.length > 0 && <LoadMore shown={rows.length} total={total} onLoad={more} loading={loading} />}
      {asked && (
        <TextDialog
          draft={`evidence/${asked.id}`}
          title={t('evidenceTitle')}
          confirm={t('evidenceOpen')}
          done={t('evidenceShown')}
          failed={t('evidenceFailed')}
          label={t('evidenceWhy')}
          missing={t('evidenceWhyMissing')}
          onText={open}
          onClose={() => setAsked(null)}
        >
          <p>{t('evidenceText')}</p>
        </TextDialog>
      )}
      {file && !asked && <EvidenceFile of={file} onClose={() => setFile(null)} />}
    </div>
  )
}

function useColumns(onOpen: (row: KeptEvidence) => void): Column<KeptEvidence>[] {
  const t = useTranslator(texts)
  const language = useLanguage()
  return [
    {
      id: 'reason',
      header: t('evidenceReason'),
      isRowHeader: true,
      cell: ({ reason, severity }) =>
        `${alertReasonNames[reason][language]} · ${alertSeverityNames[severity][language]}`,
    },
    {
      id: 'about',
      header: t('evidenceAbout'),
      cell: ({ userIds, names }) =>
        userIds.length === 0
          ? '–'
          : // of an erased account only the id is known
            userIds.map((id, at) => (
              <div key={id}>
                <bdi>{names[at] || id.slice(0, 8)}</bdi>
              </div>
            )),
    },
    { id: 'at', header: t('evidenceOpened'), cell: ({ openedAt }) => formatDateTime(openedAt, language) },
    {
      id: 'until',
      header: t('evidenceUntil'),
      cell: ({ expiresAt }) => (expiresAt ? formatDateTime(expiresAt, language) : t('evidenceWhileOpen')),
    },
    { id: 'views', header: t('evidenceViews'), align: 'end', cell: ({ views }) => views },
    {
      id: 'open',
      header: t('evidenceOpen'),
      align: 'end',
      cell: (row) => (
        <Button
          size="sm"
          variant="secondary"
          aria-label={t('evidenceOpenOf', { at: formatDateTime(row.openedAt, language) })}
          onClick={() => onOpen(row)}
        >
          {t('evidenceOpen')}
        </Button>
      ),
    },
  ]
}
