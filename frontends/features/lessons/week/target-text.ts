import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { dayLabel } from '@darsi/design/i18n/week-label.ts'
import { texts } from '../../texts.ts'
import type { Lesson } from '../lesson.ts'
import type { Target } from './week-layout.ts'

/** "Tuesday 24 November, 16:00–17:00" */
export function useTargetText() {
  const t = useTranslator(texts.week)
  const language = useLanguage()
  return ({ durationMinutes }: Pick<Lesson, 'durationMinutes'>, { date, hour }: Target) => {
    const end = hour * 60 + durationMinutes
    return t('target', { day: dayLabel(date, language), from: clock(hour * 60), to: clock(end) })
  }
}

const clock = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
