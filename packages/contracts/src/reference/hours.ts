import { namesOf } from './i18n/names-of.ts'
import { texts } from './i18n/texts.ts'
import { type Language, localeOf } from './languages.ts'

// spec §9: Monday to Saturday, twelve one-hour slots from 8; the lunch hours are shown but cannot be selected
export const teachingDays = [1, 2, 3, 4, 5, 6] as const
export const teachingHours = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19] as const
const lunchHours = [13, 14] as const

export type TeachingDay = (typeof teachingDays)[number]
type TeachingHour = (typeof teachingHours)[number]
export type Slot = { readonly day: number; readonly hour: number }

export const isTeachingDay = (day: number): day is TeachingDay => teachingDays.some((known) => known === day)
export const isTeachingHour = (hour: number): hour is TeachingHour =>
  teachingHours.some((known) => known === hour)
export const isLunchHour = (hour: number): boolean => lunchHours.some((lunch) => lunch === hour)

export const isSelectable = ({ day, hour }: Slot): boolean =>
  isTeachingDay(day) && isTeachingHour(hour) && !isLunchHour(hour)

/** The whole grid, 72 cells, in reading order. */
export const gridSlots: readonly Slot[] = teachingDays.flatMap((day) =>
  teachingHours.map((hour) => ({ day, hour })),
)

/** The 60 selectable hours: 6 days of 10 hours. */
export const selectableSlots: readonly Slot[] = gridSlots.filter(isSelectable)

export const slotKey = ({ day, hour }: Slot): string => `${day}-${hour}`

export const parseSlotKey = (key: string): Slot | null => {
  const [, day, hour] = /^(\d)-(\d{1,2})$/.exec(key) ?? []
  if (day === undefined || hour === undefined) return null
  const slot = { day: Number(day), hour: Number(hour) }
  return isTeachingDay(slot.day) && isTeachingHour(slot.hour) ? slot : null
}

/** A slot as one number, as it is stored and sent: 108 is Monday 8:00. */
export const slotCode = ({ day, hour }: Slot): number => day * 100 + hour

export const slotOf = (code: number): Slot => ({ day: Math.floor(code / 100), hour: code % 100 })

/** Share of the 60 selectable hours, 0 to 100; lunch, repeated and unknown slots are ignored. */
export const weeklyPercentage = (selected: Iterable<Slot>): number => {
  const offered = new Set([...selected].filter(isSelectable).map(slotKey))
  return Math.round((offered.size / selectableSlots.length) * 100)
}

export const dayName = (day: TeachingDay, language: Language, width: 'long' | 'short' = 'long'): string =>
  // 1 January 2024 was a Monday
  new Intl.DateTimeFormat(localeOf(language), { weekday: width, timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, day),
  )

export const hourLabel = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** Parts of a teaching day, by which a learner says when lessons would suit. */
export const dayParts = /* @__PURE__ */ namesOf(texts.dayParts)
type DayPart = keyof typeof dayParts
/** The part of the day in which an hour begins. */
export const dayPartOf = (hour: number): DayPart =>
  hour < 12 ? 'morning' : hour < 17 ? 'afternoon' : 'evening'
export type PreferredTime = `${TeachingDay}-${DayPart}`

export const preferredTimes: readonly PreferredTime[] = teachingDays.flatMap((day) =>
  (['morning', 'afternoon', 'evening'] as const).map((part) => `${day}-${part}` as const),
)

/** "Mon morning" */
export const preferredTimeLabel = (time: PreferredTime, language: Language): string => {
  const [day, part] = time.split('-')
  const known = teachingDays.find((each) => String(each) === day)
  // `as`: the second half of a preferred time
  return known ? `${dayName(known, language, 'short')} ${dayParts[part as DayPart][language]}` : ''
}
