import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useAction } from '@darsi/client/query/use-action.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import type { Slot } from '@darsi/contracts/reference/hours.ts'
import { addDays, mondayOf } from '@darsi/contracts/reference/tunis-time.ts'
import { useLeaving, useUnsaved } from '@darsi/design/dialogs/leaving.ts'
import { Field } from '@darsi/design/forms/field.tsx'
import { Select } from '@darsi/design/forms/input.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { weekLabel } from '@darsi/design/i18n/week-label.ts'
import { useState } from 'react'
import { PeriodNotes } from '../periods/public.ts'
import { texts } from '../texts.ts'
import { AvailabilityGrid } from './availability-grid.tsx'
import { sameWeek, weekOf } from './availability-week.ts'

const exceptionWeeks = [1, 2, 3, 4, 5, 6, 7, 8] as const

/**
 * The caller's own weeks, loaded from and saved to the server (spec §2: student profile, teacher Availability tab):
 * the repeating week, or one of the next eight weeks that differs from it.
 */
export function AvailabilityPanel({ api }: { api: ApiClient }) {
  const t = useTranslator(texts.availability)
  const language = useLanguage()
  const { ask } = useLeaving()
  const [offset, setOffset] = useState(0)
  const week = useCall(api, 'GET /availability/teacher', { query: { week: offset } })
  const monday = mondayOf(new Date(), offset)
  const periods = useCall(api, 'GET /availability/periods', {
    query: { from: monday, to: addDays(monday, 6) },
    enabled: offset > 0,
  })
  const dates = (weeks: number) => weekLabel(mondayOf(new Date(), weeks), language)
  return (
    <div className="ds-stack">
      <Field label={t('whichWeek')} hint={t(offset === 0 ? 'everyWeekHint' : 'oneWeekHint')}>
        <Select
          value={String(offset)}
          onChange={(chosen) => ask(() => setOffset(Number(chosen)))}
          placeholder={null}
          options={[
            { value: '0', label: t('everyWeek') },
            ...exceptionWeeks.map((weeks) => ({
              value: String(weeks),
              label: t('onlyWeek', { dates: dates(weeks) }),
            })),
          ]}
        />
      </Field>
      {typeof week.data?.noticeHours === 'number' && <NoticeField api={api} hours={week.data.noticeHours} />}
      {offset > 0 && periods.data !== null && periods.data.data.length > 0 && (
        <>
          <PeriodNotes periods={periods.data.data} />
          <p className="ds-soft ds-small">{t('periodHint')}</p>
        </>
      )}
      <LoadedPanel of={week.loading ? { ...week, data: null } : week}>
        {(answer) => (
          <Week
            key={answer.monday ?? offset}
            api={api}
            offset={offset}
            monday={answer.monday}
            label={
              answer.monday ? t('onlyWeek', { dates: weekLabel(answer.monday, language) }) : t('gridLabel')
            }
            initial={answer.data.filter((cell) => cell.isAvailable)}
            conflicts={answer.data.filter((cell) => cell.hasConflict)}
            initialSavedAt={answer.savedAt}
          />
        )}
      </LoadedPanel>
    </div>
  )
}

type WeekProps = {
  api: ApiClient
  /** 0 is the repeating week. */
  offset: number
  /** Of the loaded week: `offset` is another week once a new one begins. */
  monday: string | null
  label: string
  initial: readonly Slot[]
  conflicts: readonly Slot[]
  initialSavedAt: string | null
}

function Week({ api, offset, monday, label, initial, conflicts, initialSavedAt }: WeekProps) {
  const t = useTranslator(texts.availability)
  const [value, setValue] = useState<readonly Slot[]>(initial)
  const [saved, setSaved] = useState<readonly Slot[]>(initial)
  const [savedAt, setSavedAt] = useState(initialSavedAt)
  const [kept, setKept] = useState<readonly Slot[]>([])
  const { run, busy, failure } = useAction()
  // spec §8: the text of any other failure is fixed
  const error = failure && t(failure.code === 'STALE_VERSION' ? 'newWeek' : 'saveFailed')
  useUnsaved(!sameWeek(weekOf(value), weekOf(saved)))

  const save = () =>
    run(async () => {
      const sent = value
      const answer = await api.call('POST /availability/save', {
        body: {
          week_offset: offset,
          ...(monday && { monday }),
          availability: sent.map(({ day, hour }) => ({ day_of_week: day, hour, is_available: true })),
        },
      })
      // a lesson was booked in this hour after the grid was loaded
      const held = answer.data.kept
      setKept(held)
      setSaved([...sent, ...held])
      if (held.length > 0) setValue((now) => [...now, ...held])
      setSavedAt(answer.data.savedAt)
    })

  return (
    <AvailabilityGrid
      value={value}
      onChange={setValue}
      saved={saved}
      savedAt={savedAt}
      conflicts={[...conflicts, ...kept]}
      onSave={save}
      saving={busy}
      error={error ?? (kept.length > 0 ? t('keptBooked', { count: kept.length }) : null)}
      label={label}
    />
  )
}

const choices = ['2', '4', '6', '12', '24', '48', '72', '168'] as const

/** How far ahead lessons are booked and moved at the latest. A choice is saved at once. */
function NoticeField({ api, hours }: { api: ApiClient; hours: number }) {
  const t = useTranslator(texts.availability)
  const [chosen, setChosen] = useState(String(hours))
  const { run, busy } = useAction({ inToast: true })
  const save = (next: string) =>
    run(async () => {
      await api.call('PUT /availability/notice', { body: { hours: Number(next) } })
      setChosen(next)
    }, t('noticeSaved'))
  return (
    <Field label={t('notice')} hint={t('noticeHint')}>
      <Select
        value={chosen}
        disabled={busy}
        placeholder={null}
        onChange={(next) => void save(next)}
        options={choices.map((value) => ({ value, label: t(`notice_${value}`) }))}
      />
    </Field>
  )
}
