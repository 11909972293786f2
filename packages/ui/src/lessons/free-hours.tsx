import { mondayOf } from '@darsi/contracts/tunis-time.ts'
import { useCallback, useId } from 'react'
import type { ApiClient } from '../api-client.ts'
import { formatHour } from '../catalogue.ts'
import { Field, FieldGroup } from '../field.tsx'
import { useLanguage, useTranslator } from '../i18n.tsx'
import { Select } from '../input.tsx'
import { LoadedPanel, useLoaded } from '../loaded.tsx'
import { dayLabel, weekLabel } from '../week-label.ts'
import { lessonsTexts } from './lessons-texts.ts'

export type Hour = { date: string; hour: number }

type Props = {
  api: ApiClient
  teacherId: string
  week: number
  onWeek: (week: number) => void
  chosen: Hour | null
  onChoose: (hour: Hour) => void
  error: string | undefined
  /** Grows when the hours have to be asked for again: one was taken meanwhile. */
  round: number
}

const bookableWeeks = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const

/** The hours of one week that a teacher still offers; one is chosen. */
export function FreeHours({ api, teacherId, week, onWeek, chosen, onChoose, error, round }: Props) {
  const t = useTranslator(lessonsTexts)
  const language = useLanguage()
  const name = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `round` asks again
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call('GET /availability/teachers/:id', { params: { id: teacherId }, query: { week }, signal }),
    [api, teacherId, week, round],
  )
  const hours = useLoaded(load)
  const now = new Date()
  const dates = (weeks: number) => weekLabel(mondayOf(now, weeks), language)
  return (
    <>
      <Field label={t('week')}>
        <Select
          value={String(week)}
          onChange={(value) => onWeek(Number(value))}
          placeholder={null}
          options={bookableWeeks.map((weeks) => ({
            value: String(weeks),
            label: weeks === 0 ? t('thisWeek', { dates: dates(0) }) : dates(weeks),
          }))}
        />
      </Field>
      <FieldGroup legend={t('hours')} error={error} required role="radiogroup">
        <LoadedPanel of={hours} shape="text">
          {({ data }) => {
            const days = [...new Set(data.free.map(({ date }) => date))].sort()
            if (days.length === 0) return <p className="ds-soft">{t('noHours')}</p>
            return (
              <ul className="ds-free-days">
                {days.map((date) => (
                  <li key={date}>
                    <span className="ds-free-day">{dayLabel(date, language)}</span>
                    <span className="ds-chips">
                      {data.free
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
          }}
        </LoadedPanel>
      </FieldGroup>
    </>
  )
}
