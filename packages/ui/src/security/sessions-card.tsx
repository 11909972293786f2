import type { Api } from '@darsi/contracts/api.ts'
import { useState } from 'react'
import type { ApiClient } from '../api-client.ts'
import { Badge } from '../badge.tsx'
import { Banner } from '../banner.tsx'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { formatDateTime, formatRelative } from '../catalogue.ts'
import { ConfirmDialog } from '../dialog.tsx'
import { useLanguage, useTranslator } from '../i18n.tsx'
import { securityTexts } from '../security-texts.ts'
import { useToast } from '../toast.tsx'
import './security.css'

type Session = Api['GET /auth/sessions']['answer']['data'][number]
type Props = { api: ApiClient; sessions: readonly Session[]; onChanged: () => void }

export function SessionsCard({ api, sessions, onChanged }: Props) {
  const t = useTranslator(securityTexts)
  const toast = useToast()
  const [asking, setAsking] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [ending, setEnding] = useState<string | null>(null)
  const nameOf = (session: Session) => session.device || t('unknownDevice')

  const end = async (session: Session) => {
    setEnding(session.id)
    setError(null)
    try {
      await api.call('DELETE /auth/sessions/:id', { params: { id: session.id } })
      toast(t('signedOut', { device: nameOf(session) }))
      onChanged()
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
    } finally {
      setEnding(null)
    }
  }
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
              busy={ending === session.id}
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
  const t = useTranslator(securityTexts)
  const language = useLanguage()
  return (
    <li className="ds-security-item">
      <div className="ds-security-words">
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
