import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import type { Erasure } from '@darsi/contracts/calls/admin/admin-api.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { formatDateTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { LoadMore } from '@darsi/design/layout/load-more.tsx'
import { type Column, Table } from '@darsi/design/layout/table.tsx'
import { texts } from '@darsi/features/texts.ts'
import { useState } from 'react'

const everyMs = 10_000
const atOnce = 20

/** The progress of each deletion: which services confirmed, which have not, and which take too long. */
export function Erasures({ api }: { api: ApiClient }) {
  const t = useTranslator(texts.superAdmin)
  const [shown, setShown] = useState(atOnce)
  const erasures = useCall(api, 'GET /superadmin/erasures', { pollMs: everyMs })
  return (
    <LoadedPanel of={erasures}>
      {({ data: { open, done, total, overdue } }) => {
        const known = [...open, ...done]
        const rows = known.slice(0, shown)
        const more = rows.length < known.length ? () => setShown(shown + atOnce) : null
        return (
          <>
            {overdue > 0 && <Banner tone="danger">{t('erasuresOverdue', { count: overdue })}</Banner>}
            <ErasureTable rows={rows} />
            {total > 0 && <LoadMore shown={rows.length} total={total} onLoad={more} />}
          </>
        )
      }}
    </LoadedPanel>
  )
}

function ErasureTable({ rows }: { rows: readonly Erasure[] }) {
  const t = useTranslator(texts.superAdmin)
  const usersT = useTranslator(texts.users)
  const language = useLanguage()
  const columns: Column<Erasure>[] = [
    {
      id: 'user',
      header: t('erasureUser'),
      isRowHeader: true,
      // the id is the only data left of the person
      cell: ({ userId }) => <bdi>{userId.slice(0, 8)}</bdi>,
    },
    { id: 'role', header: usersT('roleColumn'), cell: ({ role }) => usersT(`role-${role}`) },
    { id: 'reason', header: t('erasureReason'), cell: ({ reason }) => t(`erasure-${reason}`) },
    { id: 'at', header: t('erasureAt'), cell: ({ at }) => formatDateTime(at, language) },
    { id: 'state', header: t('stateColumn'), cell: (row) => <ErasureState {...row} /> },
  ]
  return (
    <Table
      caption={t('erasuresTitle')}
      columns={columns}
      rows={rows}
      rowKey={({ userId }) => userId}
      empty={t('erasuresNone')}
    />
  )
}

function ErasureState({ pending, erasedAt, overdue }: Erasure) {
  const t = useTranslator(texts.superAdmin)
  if (erasedAt !== null) return <Badge tone="success">{t('erasureDone')}</Badge>
  // `as`: the holders of personal data are services, which have names
  const names = pending.map((service) => t(`service-${service as 'auth'}`)).join(', ')
  return <Badge tone={overdue ? 'danger' : 'warning'}>{t('erasureWaits', { services: names })}</Badge>
}
