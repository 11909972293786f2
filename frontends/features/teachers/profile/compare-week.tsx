import {
  dayName,
  isLunchHour,
  slotCode,
  teachingDays,
  teachingHours,
} from '@darsi/contracts/reference/hours.ts'
import { CheckIcon } from '@darsi/design/graphics/icons.tsx'
import { formatHour } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { TunisTime } from '@darsi/design/i18n/tunis-time.tsx'
import { texts } from '../../texts.ts'

type Props = {
  /** By `slotCode`. */
  theirs: readonly number[]
  /** Null for users without a week of their own: then only the teacher's hours are shown. */
  mine: ReadonlySet<number> | null
}
type State = 'both' | 'theirs' | 'mine' | 'neither'

const hours = teachingHours.filter((hour) => !isLunchHour(hour))

/** A small read-only week: free hours of both sides, distinguished by shape and text as well as by colour. */
export function CompareWeek({ theirs, mine }: Props) {
  const t = useTranslator(texts.teachers)
  const language = useLanguage()
  const offered = new Set(theirs)
  const stateOf = (code: number): State => {
    const own = mine?.has(code) === true
    if (offered.has(code)) return own ? 'both' : 'theirs'
    return own ? 'mine' : 'neither'
  }
  const shared = mine === null ? 0 : theirs.filter((code) => mine.has(code)).length
  const shown: readonly State[] =
    mine === null ? ['theirs', 'neither'] : ['both', 'theirs', 'mine', 'neither']
  return (
    <div className="ds-stack">
      {mine !== null && <p>{mine.size === 0 ? t('noGrid') : t('sharedHours', { count: shared })}</p>}
      <TunisTime at={Date.now()} />
      <table className="ds-compare">
        <caption className="ds-hidden">{t(mine === null ? 'hoursTitle' : 'compareTitle')}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="ds-hidden">{t('hourColumn')}</span>
            </th>
            {teachingDays.map((day) => (
              <th key={day} scope="col" aria-label={dayName(day, language)}>
                {dayName(day, language, 'short').replace(/^ال/, '')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map((hour) => (
            <tr key={hour}>
              <th scope="row">
                <span className="ds-ltr">{formatHour(hour)}</span>
              </th>
              {teachingDays.map((day) => {
                const state = stateOf(slotCode({ day, hour }))
                return (
                  <td key={day} data-state={state}>
                    <span className="ds-hidden">{t(state)}</span>
                    {state === 'both' && <CheckIcon />}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="ds-compare-legend" aria-hidden="true">
        {shown.map((state) => (
          <li key={state}>
            <span className="ds-compare-key" data-state={state} /> {t(state)}
          </li>
        ))}
      </ul>
    </div>
  )
}
