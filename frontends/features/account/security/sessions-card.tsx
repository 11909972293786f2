import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useAction } from '@darsi/client/query/use-action.ts'
import type { Api } from '@darsi/contracts/calls/api.ts'
import { deviceNameIn } from '@darsi/contracts/rules/texts/device-name.ts'
import { ConfirmDialog } from '@darsi/design/dialogs/dialog.tsx'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { formatDateTime, formatRelative } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { useState } from 'react'
import { texts } from '../../texts.ts'
import './security.css'

type Session = Api['GET /auth/sessions']['answer']['data'][number]
type Props = { api: ApiClient; sessions: readonly Session[]; onChanged: () => void }

export function SessionsCard({ api, sessions, onChanged }: Props) {
  const t = useTranslator(texts.security)
  const language = useLanguage()
  const toast = useToast()
  const [asking, setAsking] = useState(false)
  const { run, busy, error } = useAction()
  const [ending, setEnding] = useState<string | null>(null)
  const nameOf = (session: Session) => deviceNameIn(session.device, language) || t('unknownDevice')

  const end = (session: Session) =>
    run(
      async () => {
        setEnding(session.id)
        await api.call('DELETE /auth/sessions/:id', { params: { id: session.id } })
        onChanged()
      },
      t('signedOut', { device: nameOf(session) }),
    )
  const endOthers = async () => {
    await api.call('DELETE /auth/sessions')
    setAsking(false)
    toast(t('othersSignedOut'))
    onChanged()
  }

  return (
    <Card
      title={t('sessionsTitle')}
      actions={
        sessions.length > 1 && (
          <Button variant="danger-quiet" size="sm" onClick={() => setAsking(true)}>
            {t('signOutOthers')}
          </Button>
        )
      }
    >
      <p className="ds-soft">{t('sessionsText')}</p>
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <ul className="ds-security-list">
        {[...sessions]
          .sort((one, other) => Number(other.current) - Number(one.current))
          .map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              name={nameOf(session)}
              busy={busy && ending === session.id}
              onEnd={() => void end(session)}
            />
          ))}
      </ul>
      <ConfirmDialog
        open={asking}
        title={t('signOutOthers')}
        confirmLabel={t('signOut')}
        danger
        onConfirm={endOthers}
        onCancel={() => setAsking(false)}
      >
        <p>{t('signOutOthersText')}</p>
      </ConfirmDialog>
    </Card>
  )
}

type RowProps = { session: Session; name: string; busy: boolean; onEnd: () => void }

function SessionRow({ session, name, busy, onEnd }: RowProps) {
  const t = useTranslator(texts.security)
  const language = useLanguage()
  return (
    <li className="ds-security-item">
      <div className="ds-security-texts">
        <span className="ds-row">
          <strong dir="auto">{name}</strong>
          {session.current && <Badge tone="success">{t('thisDevice')}</Badge>}
        </span>
        <span className="ds-soft ds-small">
          {t('signedInAt', { date: formatDateTime(session.createdAt, language) })}
        </span>
        <span className="ds-soft ds-small">
          {t('lastUsed', { when: formatRelative(session.lastUsedAt, language) })}
        </span>
      </div>
      {!session.current && (
        <Button
          size="sm"
          variant="secondary"
          loading={busy}
          aria-label={t('signOutLabel', { device: name })}
          onClick={onEnd}
        >
          {t('signOut')}
        </Button>
      )}
    </li>
  )
}
