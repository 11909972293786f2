import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { AskPassword } from '@darsi/client/password-question/ask-password.tsx'
import type { Api } from '@darsi/contracts/calls/api.ts'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { PlusIcon } from '@darsi/design/graphics/icons.tsx'
import { formatDate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { useState } from 'react'
import { texts } from '../../texts.ts'
import { EnrolDialog } from './enrol-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import './security.css'

type Answer = Api['GET /auth/factors']['answer']['data']
type Factor = Answer['factors'][number]
type Props = Answer & { api: ApiClient; onChanged: () => void }

export function FactorsCard({ api, factors, recoveryCodesLeft, onChanged }: Props) {
  const t = useTranslator(texts.security)
  const language = useLanguage()
  const [adding, setAdding] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [removing, setRemoving] = useState<Factor | null>(null)
  // an unfinished enrolment protects nothing, so it is not listed
  const verified = factors.filter((factor) => factor.verified)
  const isOn = verified.length > 0

  return (
    <Card
      title={t('factorsTitle')}
      aside={<Badge tone={isOn ? 'success' : 'neutral'}>{t(isOn ? 'factorsOn' : 'factorsOff')}</Badge>}
      actions={
        <Button
          variant={isOn ? 'secondary' : 'primary'}
          size="sm"
          icon={PlusIcon}
          onClick={() => setAdding(true)}
        >
          {t('addFactor')}
        </Button>
      }
    >
      <p className="ds-soft">{t('factorsText')}</p>
      {isOn && (
        <>
          <ul className="ds-security-list">
            {verified.map((factor) => (
              <li key={factor.id} className="ds-security-item">
                <div className="ds-security-texts">
                  <strong dir="auto">{factor.name}</strong>
                  <span className="ds-soft ds-small">
                    {t('added', { date: formatDate(factor.createdAt, language) })}
                  </span>
                </div>
                <Button
                  size="sm"
                  variant="danger-quiet"
                  aria-label={t('removeLabel', { name: factor.name })}
                  onClick={() => setRemoving(factor)}
                >
                  {t('remove')}
                </Button>
              </li>
            ))}
          </ul>
          <p className="ds-soft ds-small">{t('recoveryLeft', { count: recoveryCodesLeft })}</p>
        </>
      )}
      {codes !== null && <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />}
      {adding && (
        <EnrolDialog
          api={api}
          onClose={() => {
            setAdding(false)
            // the factor is on if only the answer to its code was lost
            onChanged()
          }}
          onEnrolled={(recoveryCodes) => {
            setAdding(false)
            setCodes(recoveryCodes)
            onChanged()
          }}
        />
      )}
      {removing && (
        <RemoveFactorDialog
          api={api}
          factor={removing}
          onClose={() => setRemoving(null)}
          onRemoved={onChanged}
        />
      )}
    </Card>
  )
}

type RemoveProps = {
  api: ApiClient
  factor: { id: string; name: string }
  onClose: () => void
  onRemoved: () => void
}

/** Asks for the password, because removing a factor weakens the protection of the account. */
function RemoveFactorDialog({ api, factor, onClose, onRemoved }: RemoveProps) {
  const t = useTranslator(texts.security)
  const toast = useToast()
  return (
    <AskPassword
      title={t('removeTitle', { name: factor.name })}
      confirm={t('remove')}
      danger
      onPassword={async (password, code) => {
        await api.call('DELETE /auth/factors/:id', { params: { id: factor.id }, body: { password, ...code } })
        onRemoved()
        toast(t('removed', { name: factor.name }))
        onClose()
      }}
      onClose={onClose}
    >
      <p>{t('removeText')}</p>
    </AskPassword>
  )
}
