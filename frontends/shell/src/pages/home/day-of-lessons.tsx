import { isLunchHour, teachingHours } from '@darsi/contracts/reference/hours.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../../texts.ts'

/** The hours of a day with the lunch break, as a picture of the text beside it. */
export function DayOfLessons() {
  const t = useTranslator(texts.home)
  return (
    <div className="day">
      <div className="day-hours" aria-hidden="true">
        {teachingHours.map((hour) => (
          <div key={hour} className={isLunchHour(hour) ? 'day-hour day-lunch' : 'day-hour'}>
            <span className="day-label ds-numbers">
              {hour}
              <span className="day-minutes">:00</span>
            </span>
          </div>
        ))}
      </div>
      <ul className="day-key">
        <li>
          <span className="day-swatch" aria-hidden="true" /> {t('dayLessons')}
        </li>
        <li>
          <span className="day-swatch day-swatch-lunch" aria-hidden="true" /> {t('dayLunch')}
        </li>
      </ul>
    </div>
  )
}
