import type { PeriodFields } from '@darsi/contracts/calls/availability/periods-api.ts'
import { fixedHolidays } from '@darsi/contracts/reference/holidays.ts'
import { namesOf } from '@darsi/contracts/reference/i18n/names-of.ts'
import { addDays, mondayOf, tunisianYear } from '@darsi/contracts/reference/tunis-time.ts'
import { texts } from '../texts/texts.ts'
import type { PeriodStore } from './period-store.ts'

type Initial = readonly (readonly [id: string, fields: PeriodFields])[]

/** Adds the fixed public holidays of three years, and in a demo a holiday soon and Ramadan. */
export async function addInitialPeriods(
  store: Pick<PeriodStore, 'begin'>,
  { at, demo }: { at: Date; demo: boolean },
): Promise<void> {
  for (const [id, fields] of [...publicHolidays(at), ...(demo ? demoPeriods(at) : [])])
    await store.begin(id, fields, at)
}

export function publicHolidays(at: Date): Initial {
  const thisYear = tunisianYear(at)
  return [thisYear, thisYear + 1, thisYear + 2].flatMap((year) =>
    fixedHolidays.map(({ day, names }) => {
      const date = `${year}-${day}`
      return [`holiday-${date}`, { kind: 'holiday', names, from: date, to: date, hours: null }] as const
    }),
  )
}

/** Friday of next week, and Ramadan 2027 as calculated: the announced dates vary, and administrators correct them. */
function demoPeriods(at: Date): Initial {
  const friday = addDays(mondayOf(at, 1), 4)
  const { demoHoliday: holiday, ramadan } = namesOf(texts.periods)
  return [
    [`demo-holiday-${friday}`, { kind: 'holiday', names: holiday, from: friday, to: friday, hours: null }],
    [
      'demo-ramadan-2027',
      { kind: 'ramadan', names: ramadan, from: '2027-02-08', to: '2027-03-09', hours: { from: 9, to: 16 } },
    ],
  ]
}
