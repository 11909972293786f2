import { governorates } from '@darsi/contracts/reference/places/governorates.ts'
import { emergencyNumbers } from '@darsi/contracts/texts/child-protection.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'
import './alerts.css'

/** Emergency numbers for a child in danger: the delegate of the child's governorate and the police. */
export function EmergencyNumbers({ governorateId }: { governorateId: number | null }) {
  const t = useTranslator(texts.alerts)
  const language = useLanguage()
  const governorate = governorates.find(({ id }) => id === governorateId)?.name[language]
  const { officeHours, otherHours, police } = emergencyNumbers
  return (
    <div className="ds-emergency">
      <strong>{governorate ? t('delegate', { governorate }) : t('delegateAny')}</strong>
      <ul>
        <Phone number={officeHours} when={t('officeHours')} />
        <Phone number={otherHours} when={t('otherHours')} />
        <Phone number={police} when={t('police')} />
      </ul>
    </div>
  )
}

function Phone({ number, when }: { number: string; when: string }) {
  return (
    <li>
      <a className="ds-ltr" href={`tel:${number}`}>
        {number}
      </a>{' '}
      {when}
    </li>
  )
}
