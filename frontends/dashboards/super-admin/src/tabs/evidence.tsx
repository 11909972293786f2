import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { TextDialog } from '@darsi/client/dialogs/text-dialog.tsx'
import { plainClick } from '@darsi/client/place/plain-click.ts'
import { anyText, usePlace } from '@darsi/client/place/use-place.ts'
import { usePages } from '@darsi/client/query/use-pages.ts'
import type { KeptEvidence, OpenedEvidence } from '@darsi/contracts/calls/admin/evidence-api.ts'
import { alertReasonNames, alertSeverityNames } from '@darsi/contracts/texts/child-protection.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { LinkButton } from '@darsi/design/forms/button.tsx'
import { formatDateTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { LoadMore } from '@darsi/design/layout/load-more.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { type Column, Table } from '@darsi/design/layout/table.tsx'
import { texts } from '@darsi/features/texts.ts'
import { useRef, useState } from 'react'
import { EvidenceFile } from '../evidence-file.tsx'

const pageSize = 50
/** The alert whose evidence is open. */
const place = { evidence: anyText() }

/** The evidence of safety alerts. Each is opened separately, with a reason. */
export default function Evidence({ api }: Pick<DashboardProps, 'api'>) {
  const t = useTranslator(texts.superAdmin)
  const [{ evidence: openId }, { open, close, hrefOf }] = usePlace(place)
  const { rows, total, loading, error, more, reload } = usePages(api, 'GET /superadmin/evidence', {
    query: { limit: pageSize },
  })
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('tab_evidence')}>
        {t('evidenceLead')}
      </PageHeader>
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <Table
        caption={t('tab_evidence')}
        hideCaption
        columns={useColumns((id) => ({
          href: hrefOf({ evidence: id }),
          onOpen: () => open({ evidence: id }),
        }))}
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
      {openId !== '' && (
        <OpenEvidence
          key={openId}
          api={api}
          id={openId}
          onOpened={reload}
          onClose={() => close('evidence')}
        />
      )}
    </div>
  )
}

type OpenProps = Pick<DashboardProps, 'api'> & { id: string; onOpened: () => void; onClose: () => void }

/** The evidence that the address names: the reason is asked each time, also after a reload of the page. */
function OpenEvidence({ api, id, onOpened, onClose }: OpenProps) {
  const t = useTranslator(texts.superAdmin)
  const [file, setFile] = useState<OpenedEvidence | null>(null)
  const isOpened = useRef(false)
  const open = async (reason: string) => {
    const { data } = await api.call('POST /superadmin/evidence/:id/view', {
      params: { id },
      body: { reason },
    })
    isOpened.current = true
    setFile(data)
    onOpened()
  }
  if (file !== null) return <EvidenceFile of={file} onClose={onClose} />
  return (
    <TextDialog
      draft={`evidence/${id}`}
      title={t('evidenceTitle')}
      confirm={t('evidenceOpen')}
      done={t('evidenceShown')}
      failed={t('evidenceFailed')}
      label={t('evidenceWhy')}
      missing={t('evidenceWhyMissing')}
      onText={open}
      // the dialog closes itself after success too; the file then stays open
      onClose={() => {
        if (!isOpened.current) onClose()
      }}
    >
      <p>{t('evidenceText')}</p>
    </TextDialog>
  )
}

function useColumns(linkTo: (id: string) => { href: string; onOpen: () => void }): Column<KeptEvidence>[] {
  const t = useTranslator(texts.superAdmin)
  const language = useLanguage()
  return [
    {
      id: 'reason',
      header: t('evidenceReason'),
      isRowHeader: true,
      cell: ({ reason, severity }) =>
        `${alertReasonNames[reason][language]}\u00a0· ${alertSeverityNames[severity][language]}`,
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
      cell: ({ id, openedAt }) => {
        const { href, onOpen } = linkTo(id)
        return (
          <LinkButton
            size="sm"
            variant="secondary"
            href={href}
            aria-label={t('evidenceOpenOf', { at: formatDateTime(openedAt, language) })}
            onClick={plainClick(onOpen)}
          >
            {t('evidenceOpen')}
          </LinkButton>
        )
      },
    },
  ]
}
