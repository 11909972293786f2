import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../../texts.ts'
import './ages.css'

/** spec §9: lesson length and what parents do, by age. */
export function Ages() {
  const t = useTranslator(texts.childSafety)
  return (
    <ul className="ages">
      {(['young', 'middle', 'older'] as const).map((age) => (
        <li key={age} className="ages-one">
          <h3 className="ages-age">{t(age)}</h3>
          <p className="ages-length">{t(`${age}Length`)}</p>
          <p>{t(`${age}Rule`)}</p>
        </li>
      ))}
    </ul>
  )
}
