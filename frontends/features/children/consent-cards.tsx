import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { inOneLine } from '@darsi/design/i18n/in-one-line.ts'
import { useState } from 'react'
import { type Connection, ConnectionCard, type Move, MoveDialog } from '../connections/public.ts'
import { TeacherSummary } from '../teachers/public.ts'
import { texts } from '../texts.ts'
import '../connections/connections.css'

type Props = { api: ApiClient; waiting: readonly Connection[] }

/** The open consent requests with their dialog. `ConsentRequests` loads this file lazily. */
export function ConsentCards({ api, waiting }: Props) {
  const t = useTranslator(texts.children)
  const [asked, setAsked] = useState<{ connection: Connection; move: Move } | null>(null)
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
                summary={
                  <>
                    <AlsoAsked needs={connection.needs} />
                    <TeacherSummary api={api} teacherId={connection.teacher.id} />
                  </>
                }
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

/** Who has agreed already; the card itself says who still has to. */
function AlsoAsked({ needs: { teacher, admin } }: Pick<Connection, 'needs'>) {
  const t = useTranslator(texts.children)
  const agreed = [
    ...(teacher === 'agreed' ? [t('agreedTeacher')] : []),
    ...(admin === 'agreed' ? [t('agreedAdmin')] : []),
  ]
  if (agreed.length === 0) return null
  return <p className="ds-small">{inOneLine(agreed)}</p>
}
