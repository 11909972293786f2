import type { Api } from '@darsi/contracts/api.ts'
import { useState } from 'react'
import type { ApiClient } from '../api-client.ts'
import { Badge } from '../badge.tsx'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { formatDate } from '../catalogue.ts'
import { useLanguage, useTranslator } from '../i18n.tsx'
import { PlusIcon } from '../icons.tsx'
import { securityTexts } from '../security-texts.ts'
import { EnrolDialog } from './enrol-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RemoveFactorDialog } from './remove-factor-dialog.tsx'
import './security.css'

type Answer = Api['GET /auth/factors']['answer']['data']
export type Factor = Answer['factors'][number]
type Props = Answer & { api: ApiClient; onChanged: () => void }

export function FactorsCard({ api, factors, recoveryCodesLeft, onChanged }: Props) {
  const t = useTranslator(securityTexts)
  const language = useLanguage()
  const [adding, setAdding] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [removing, setRemoving] = useState<Factor | null>(null)
  // an enrolment that was never finished protects nothing
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
                <div className="ds-security-words">
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
          onClose={() => setAdding(false)}
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
