import {
  dayName,
  dayParts,
  type PreferredTime,
  preferredTimes,
  teachingDays,
} from '@darsi/contracts/reference/hours.ts'
import { Checkbox } from '@darsi/design/forms/choice.tsx'
import { FieldGroup } from '@darsi/design/forms/field.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../../texts.ts'

type Props = { value: readonly PreferredTime[]; onChange: (value: readonly PreferredTime[]) => void }

/** The parts of the week that would suit the learner (spec §3 preferredSchedule). */
export function PreferredTimes({ value, onChange }: Props) {
  const t = useTranslator(texts.teachers)
  const language = useLanguage()
  return (
    <FieldGroup legend={t('requestTimes')} hint={t('requestTimesHint')}>
      <div className="ds-preferred-times">
        {teachingDays.map((day) => (
          <div key={day} className="ds-preferred-day">
            <span aria-hidden="true">{dayName(day, language, 'short')}</span>
            {preferredTimes
              .filter((time) => time.startsWith(`${day}-`))
              .map((time) => (
                <Checkbox
                  key={time}
                  label={partLabel(time, language)}
                  aria-label={`${dayName(day, language)} ${partLabel(time, language)}`}
                  checked={value.includes(time)}
                  onChange={(event) =>
                    onChange(event.target.checked ? [...value, time] : value.filter((each) => each !== time))
                  }
                />
              ))}
          </div>
        ))}
      </div>
    </FieldGroup>
  )
}

function partLabel(time: PreferredTime, language: keyof typeof dayParts.morning): string {
  if (time.endsWith('morning')) return dayParts.morning[language]
  return time.endsWith('afternoon') ? dayParts.afternoon[language] : dayParts.evening[language]
}
