import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import { instantOf, mondayOf } from '@darsi/contracts/reference/tunis-time.ts'
import { Field, FieldGroup } from '@darsi/design/forms/field.tsx'
import { Select } from '@darsi/design/forms/input.tsx'
import { formatHour } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { TunisTime } from '@darsi/design/i18n/tunis-time.tsx'
import { dayLabel, weekLabel } from '@darsi/design/i18n/week-label.ts'
import { useId } from 'react'
import { PeriodNotes } from '../../periods/public.ts'
import { texts } from '../../texts.ts'

export type Hour = { date: string; hour: number }

type Props = {
  api: ApiClient
  teacherId: string
  /** Marks hours in which the learner is free. */
  connectionId?: string
  /** Null selects the first week with a free hour. */
  week: number | null
  onWeek: (week: number) => void
  chosen: Hour | null
  onChoose: (hour: Hour) => void
  error: string | undefined
}

const bookableWeeks = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const

/** The free hours of a teacher in one week; one can be chosen. */
export function FreeHours({ api, teacherId, connectionId, week, onWeek, chosen, onChoose, error }: Props) {
  const t = useTranslator(texts.lessons)
  const language = useLanguage()
  const name = useId()
  const hours = useCall(api, 'GET /availability/teachers/:id', {
    params: { id: teacherId },
    query: { ...(connectionId && { connectionId }), ...(week !== null && { week }) },
  })
  // hours of another week or teacher could be booked by mistake
  const answer = hours.isPlaceholder ? null : hours.data
  const shown = week ?? answer?.data.week ?? 0
  const now = new Date()
  const dates = (weeks: number) => weekLabel(mondayOf(now, weeks), language)
  return (
    <>
      <Field label={t('week')}>
        <Select
          value={String(shown)}
          onChange={(value) => onWeek(Number(value))}
          placeholder={null}
          options={bookableWeeks.map((weeks) => ({
            value: String(weeks),
            label: weeks === 0 ? t('thisWeek', { dates: dates(0) }) : dates(weeks),
          }))}
        />
      </Field>
      <FieldGroup legend={t('hours')} error={error} required role="radiogroup">
        <LoadedPanel of={{ ...hours, data: answer }} shape="text">
          {({ data: { free, periods } }) => (
            <>
              {free[0] && <TunisTime at={instantOf(free[0].date, free[0].hour)} />}
              <PeriodNotes periods={periods} />
              <SharedFirst free={free} name={name} chosen={chosen} onChoose={onChoose} />
            </>
          )}
        </LoadedPanel>
      </FieldGroup>
    </>
  )
}

type SharedProps = Omit<DaysProps, 'hours'> & { free: readonly (Hour & { shared: boolean })[] }

/** The hours that suit both before the others. */
function SharedFirst({ free, ...days }: SharedProps) {
  const t = useTranslator(texts.lessons)
  const shared = free.filter((each) => each.shared)
  const others = free.filter((each) => !each.shared)
  if (free.length === 0) return <p className="ds-soft">{t('noHours')}</p>
  if (shared.length === 0) return <Days hours={others} {...days} />
  return (
    <>
      <p>
        <strong>{t('hoursShared')}</strong>
      </p>
      <Days hours={shared} {...days} />
      {others.length > 0 && <p className="ds-soft">{t('hoursOther')}</p>}
      <Days hours={others} {...days} />
    </>
  )
}

type DaysProps = Pick<Props, 'chosen' | 'onChoose'> & {
  hours: readonly Hour[]
  /** The name of the radio buttons. */
  name: string
}

function Days({ hours, name, chosen, onChoose }: DaysProps) {
  const language = useLanguage()
  const days = [...new Set(hours.map(({ date }) => date))].sort()
  return (
    <ul className="ds-free-days">
      {days.map((date) => (
        <li key={date}>
          <span className="ds-free-day">{dayLabel(date, language)}</span>
          <span className="ds-chips">
            {hours
              .filter((each) => each.date === date)
              .map(({ hour }) => (
                <label key={hour} className="ds-chip ds-chip-hour">
                  <input
                    type="radio"
                    className="ds-hidden"
                    name={name}
                    checked={chosen?.date === date && chosen.hour === hour}
                    aria-label={`${dayLabel(date, language)} ${formatHour(hour)}`}
                    onChange={() => onChoose({ date, hour })}
                  />
                  <span className="ds-ltr">{formatHour(hour)}</span>
                </label>
              ))}
          </span>
        </li>
      ))}
    </ul>
  )
}
