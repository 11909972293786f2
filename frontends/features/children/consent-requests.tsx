import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { type Connection, ConnectionCard, type Move, MoveDialog } from '../connections/public.ts'
import { childrenTexts } from './texts.ts'
import '../connections/connections.css'

/** The children's requests that need this guardian's consent. Renders nothing if there are none. */
export function ConsentRequests({ api }: { api: ApiClient }) {
  const t = useTranslator(childrenTexts)
  const [asked, setAsked] = useState<{ connection: Connection; move: Move } | null>(null)
  const pending = useCall(api, 'GET /connections', { query: { box: 'sent', status: 'pending' } })
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
