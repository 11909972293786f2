import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { ApiError } from '@darsi/client/api/api-error.ts'
import { useAction } from '@darsi/client/query/use-action.ts'
import type { Api } from '@darsi/contracts/calls/api.ts'
import { Dialog } from '@darsi/design/dialogs/dialog.tsx'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { LoadingPanel } from '@darsi/design/graphics/spinner.tsx'
import { formatDateTime, formatTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Suspense, useMemo, useState } from 'react'
import { texts } from '../texts.ts'

// the board's code is loaded only by administrators who open evidence
const BoardReader = retryableLazy(async () => ({ default: (await import('../board/public.ts')).BoardReader }))

type Board = Api['POST /admin/classroom-reports/:id/view']['answer']['data']
type Messages = Api['POST /admin/alerts/:id/lesson-messages']['answer']['data']
/** `messages`: null once an account of the alert was deleted. The board's evidence stays. */
type Opened = { board: Board; messages: Messages | null }
type Props = { api: ApiClient; alertId: string }

/** Opens the evidence of a concern that was reported from a classroom. Each opening is in the audit log. */
export function LessonEvidence({ api, alertId }: Props) {
  const t = useTranslator(texts.alerts)
  const [opened, setOpened] = useState<Opened | null>(null)
  const { run, busy } = useAction({ inToast: true })
  const open = () =>
    run(async () => {
      const params = { id: alertId }
      const [board, messages] = await Promise.all([
        api.call('POST /admin/classroom-reports/:id/view', { params }),
        api.call('POST /admin/alerts/:id/lesson-messages', { params }).catch(nullIfMissing),
      ])
      setOpened({ board: board.data, messages: messages?.data ?? null })
    })
  return (
    <div className="ds-alert-evidence">
      <Button size="sm" variant="secondary" loading={busy} onClick={() => void open()}>
        {t('evidenceOpen')}
      </Button>
      <p className="ds-soft ds-small">{t('evidenceAudited')}</p>
      {opened && <EvidenceDialog api={api} alertId={alertId} of={opened} onClose={() => setOpened(null)} />}
    </div>
  )
}

function nullIfMissing(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}

type DialogProps = Props & { of: Opened; onClose: () => void }

function EvidenceDialog({ api, alertId, of: { board, messages }, onClose }: DialogProps) {
  const t = useTranslator(texts.alerts)
  const language = useLanguage()
  const pictures = useMemo(
    () => ({
      put: () => Promise.reject(new Error('evidence is only read')),
      read: async (picture: string) => {
        const params = { id: alertId, picture }
        return (await api.response('GET /admin/classroom-reports/:id/pictures/:picture', { params })).blob()
      },
    }),
    [api, alertId],
  )
  const nameOf = (userId: string) =>
    board.people.find((person) => person.userId === userId)?.name || t('formerPerson')
  return (
    <Dialog open size="lg" title={t('evidenceTitle')} onClose={onClose}>
      <p className="ds-soft ds-small">{t('evidenceAt', { when: formatDateTime(board.at, language) })}</p>
      <section className="ds-stack">
        <h3>{t('evidenceMessages')}</h3>
        {messages === null && <p>{t('evidenceNoAccess')}</p>}
        {messages?.messages.length === 0 && (
          <p>{t(messages.copied ? 'evidenceNoMessages' : 'evidenceNotCopied')}</p>
        )}
        <ul className="ds-alert-files">
          {messages?.messages.map(({ by, at, text, held }) => (
            <li key={`${at} ${by}`}>
              <span className="ds-soft ds-small">
                {formatTime(at, language)}&nbsp;· <bdi>{nameOf(by)}</bdi>
                {held && `\u00a0· ${t('evidenceHeld')}`}
              </span>
              <p className="ds-alert-texts" dir="auto">
                {text}
              </p>
            </li>
          ))}
        </ul>
      </section>
      <section className="ds-stack">
        <h3>{t('evidenceBoard')}</h3>
        {board.pages.length === 0 ? (
          <p>{t('evidenceNoBoard')}</p>
        ) : (
          <div className="ds-alert-board">
            <Suspense fallback={<LoadingPanel />}>
              <BoardReader
                pages={board.pages}
                pictures={pictures}
                me=""
                nameOf={nameOf}
                fileName={`${t('evidenceTitle')} ${board.at.slice(0, 10)}`}
              />
            </Suspense>
          </div>
        )}
      </section>
    </Dialog>
  )
}
