import { type ReactNode, useCallback, useState } from 'react'
import { useAnnounced } from '../announce.ts'
import type { ApiClient } from '../api-client.ts'
import { EmptyState } from '../empty-state.tsx'
import { Field } from '../field.tsx'
import { useTranslator } from '../i18n.tsx'
import { EmptyScene } from '../illustrations.tsx'
import { Select } from '../input.tsx'
import { Paged } from '../paged.tsx'
import { usePages } from '../use-pages.ts'
import { type Connection, type Move, statuses } from './connection.ts'
import { ConnectionCard } from './connection-card.tsx'
import { connectionsTexts } from './connections-texts.ts'
import { MoveDialog } from './move-dialog.tsx'
import './connections.css'

type Props = {
  api: ApiClient
  /** `received` is the teacher's box, `sent` the learner's and the parent's. */
  box: 'received' | 'sent'
  /** Further buttons of one request: a conversation, a lesson. */
  extras?: (connection: Connection) => ReactNode
  /** Beside the words of an empty list. */
  emptyActions?: ReactNode
}

/** The caller's requests with their states and what may be done about them. */
export function ConnectionList({ api, box, extras, emptyActions }: Props) {
  const t = useTranslator(connectionsTexts)
  const asTeacher = box === 'received'
  const [status, setStatus] = useState<Connection['status'] | ''>('')
  const [asked, setAsked] = useState<{ connection: Connection; move: Move } | null>(null)
  const load = useCallback(
    (cursor: string | null, signal: AbortSignal, limit?: number) =>
      api.call('GET /connections', {
        query: {
          box,
          ...(status !== '' && { status }),
          ...(cursor !== null && { cursor }),
          ...(limit !== undefined && { limit }),
        },
        signal,
      }),
    [api, box, status],
  )
  const pages = usePages(load)
  const { follow, change } = pages
  useAnnounced('connections', follow)
  const replace = (moved: Connection) =>
    change((before) => before.map((each) => (each.id === moved.id ? moved : each)))
  return (
    <div className="ds-stack">
      <div className="ds-connection-filter">
        <Field label={t('status')}>
          <Select
            value={status}
            onChange={setStatus}
            placeholder={null}
            options={[
              { value: '', label: t('all') },
              ...statuses.map((value) => ({ value, label: t(value) })),
            ]}
          />
        </Field>
      </div>
      <Paged
        pages={pages}
        empty={
          <EmptyState picture={<EmptyScene />} title={t('noneTitle')} actions={emptyActions}>
            {t(asTeacher ? 'noneReceived' : 'noneSent')}
          </EmptyState>
        }
      >
        <ul className="ds-connections" aria-busy={pages.loading || undefined}>
          {pages.rows.map((connection) => (
            <ConnectionCard
              key={connection.id}
              connection={connection}
              asTeacher={asTeacher}
              onMove={(move) => setAsked({ connection, move })}
              extras={extras?.(connection)}
            />
          ))}
        </ul>
      </Paged>
      {asked !== null && (
        <MoveDialog
          key={asked.connection.id}
          api={api}
          connection={asked.connection}
          move={asked.move}
          asTeacher={asTeacher}
          onMoved={replace}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}
