import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LinkedRow } from '@darsi/client/place/linked-row.tsx'
import { anyText, oneOf, usePlace } from '@darsi/client/place/use-place.ts'
import { PagedPanel } from '@darsi/client/query/paged-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import { usePages, withRow } from '@darsi/client/query/use-pages.ts'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Select } from '@darsi/design/forms/input.tsx'
import { EmptyScene } from '@darsi/design/graphics/illustrations.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type ReactNode, useState } from 'react'
import { texts } from '../texts.ts'
import { type Connection, type Move, statuses } from './connection.ts'
import { ConnectionCard } from './connection-card.tsx'
import { MoveDialog } from './move-dialog.tsx'
import './connections.css'

type Props = {
  api: ApiClient
  /** `received` lists a teacher's requests, `sent` those of a learner or parent. */
  box: 'received' | 'sent'
  /** Further buttons of one request: a conversation, a lesson. */
  extras?: (connection: Connection) => ReactNode
  /** Shown below the buttons of one request. */
  below?: (connection: Connection) => ReactNode
  /** Shown beside the text of an empty list. */
  emptyActions?: ReactNode
}

/** `connection`: shown above the list, whatever its status. */
const place = { request: oneOf(['', ...statuses], ''), connection: anyText() }

/** The caller's requests with their status and actions. */
export function ConnectionList({ api, box, extras, below, emptyActions }: Props) {
  const t = useTranslator(texts.connections)
  const asTeacher = box === 'received'
  const [{ request: status, connection: linkedId }, { set }] = usePlace(place)
  const [asked, setAsked] = useState<{ connection: Connection; move: Move } | null>(null)
  const pages = usePages(api, 'GET /connections', {
    query: { box, ...(status !== '' && { status }) },
  })
  const linked = useCall(api, 'GET /connections/:id', { params: { id: linkedId }, enabled: linkedId !== '' })
  const card = (connection: Connection) => (
    <ConnectionCard
      key={connection.id}
      connection={connection}
      asTeacher={asTeacher}
      onMove={(move) => setAsked({ connection, move })}
      extras={extras?.(connection)}
      below={below?.(connection)}
    />
  )
  return (
    <div className="ds-stack">
      <LinkedRow id={linkedId} row={linked.data?.data} of={linked}>
        {card}
      </LinkedRow>
      <div className="ds-connection-filter">
        <Field label={t('status')}>
          <Select
            value={status}
            onChange={(request) => set({ request })}
            placeholder={null}
            options={[
              { value: '', label: t('all') },
              ...statuses.map((value) => ({ value, label: t(value) })),
            ]}
          />
        </Field>
      </div>
      <PagedPanel
        pages={pages}
        empty={
          <EmptyState picture={<EmptyScene />} title={t('noneTitle')} actions={emptyActions}>
            {t(asTeacher ? 'noneReceived' : 'noneSent')}
          </EmptyState>
        }
      >
        <ul className="ds-connections" aria-busy={pages.loading || undefined}>
          {pages.rows.filter(({ id }) => id !== linkedId).map(card)}
        </ul>
      </PagedPanel>
      {asked !== null && (
        <MoveDialog
          key={asked.connection.id}
          api={api}
          connection={asked.connection}
          move={asked.move}
          asTeacher={asTeacher}
          onMoved={(moved) => pages.change(withRow(moved))}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}
