import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { type PauseDecision, PauseDialog } from '../connection-review/public.ts'
import { texts } from '../texts.ts'
import type { Alert } from './alert.ts'

type Paused = NonNullable<Alert['concerned']>['paused'][number]

/** For administrators: the paused connections that need a decision. Resolving the alert does not reopen them. */
export function PausedConnections({ api, paused }: { api: ApiClient; paused: readonly Paused[] }) {
  const t = useTranslator(texts.alerts)
  const language = useLanguage()
  const [asked, setAsked] = useState<{ of: Paused; decision: PauseDecision } | null>(null)
  if (paused.length === 0) return null
  const nameOf = ({ teacher, subject }: Paused) =>
    t('pausedWith', { teacher: teacher || t('someTeacher'), subject: subjectName(subject, language) })
  return (
    <div>
      <p className="ds-soft ds-small">{t('paused')}</p>
      <ul className="ds-stack">
        {paused.map((of) => (
          <li key={of.connectionId} className="ds-row">
            <span dir="auto">{nameOf(of)}</span>
            {of.mayReopen && (
              <Button
                size="sm"
                variant="secondary"
                aria-label={t('reopenOf', { pair: nameOf(of) })}
                onClick={() => setAsked({ of, decision: 'reopen' })}
              >
                {t('reopen')}
              </Button>
            )}
            <Button
              size="sm"
              variant="secondary"
              aria-label={t('endOf', { pair: nameOf(of) })}
              onClick={() => setAsked({ of, decision: 'end' })}
            >
              {t('end')}
            </Button>
          </li>
        ))}
      </ul>
      {asked !== null && (
        <PauseDialog
          api={api}
          connectionId={asked.of.connectionId}
          about={nameOf(asked.of)}
          decision={asked.decision}
          stoppedAt={asked.of.stoppedAt}
          onDecided={() => invalidate(api, 'alert')}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}
