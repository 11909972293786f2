import { useCallback, useState } from 'react'
import { useAnnounced } from '../announce.ts'
import type { ApiClient } from '../api-client.ts'
import type { Connection, Move } from '../connections/connection.ts'
import { ConnectionCard } from '../connections/connection-card.tsx'
import { MoveDialog } from '../connections/move-dialog.tsx'
import { useTranslator } from '../i18n.tsx'
import { useLoaded } from '../loaded.tsx'
import { childrenTexts } from './children-texts.ts'
import '../connections/connections.css'

/** Requests of the children that wait for this guardian; nothing when none does. */
export function ConsentRequests({ api }: { api: ApiClient }) {
  const t = useTranslator(childrenTexts)
  const [asked, setAsked] = useState<{ connection: Connection; move: Move } | null>(null)
  const pending = useLoaded(
    useCallback(
      (signal: AbortSignal) =>
        api.call('GET /connections', { query: { box: 'sent', status: 'pending' }, signal }),
      [api],
    ),
  )
  useAnnounced('connections', pending.reload)
  const waiting = (pending.data?.data ?? []).filter(({ actions }) => actions.includes('consent'))
  return (
    <>
      {waiting.length > 0 && (
        <section className="ds-stack" aria-labelledby="consent-requests">
          <h3 id="consent-requests">{t('waitingTitle')}</h3>
          <ul className="ds-connections">
            {waiting.map((connection) => (
              <ConnectionCard
                key={connection.id}
                connection={connection}
                asTeacher={false}
                onMove={(move) => setAsked({ connection, move })}
              />
            ))}
          </ul>
        </section>
      )}
      {asked !== null && (
        <MoveDialog
          api={api}
          connection={asked.connection}
          move={asked.move}
          asTeacher={false}
          onMoved={() => {}}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
