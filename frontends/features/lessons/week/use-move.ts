import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { addDays, mondayOf } from '@darsi/contracts/reference/tunis-time.ts'
import { useDirection, useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type KeyboardEvent, useState } from 'react'
import { texts } from '../../texts.ts'
import type { Lesson } from '../lesson.ts'
import { useTargetText } from './target-text.ts'
import { lastWeek, useOffered, type Week } from './use-week.ts'
import { type Obstacle, obstacleOf, stepped, type Target, targetsOf } from './week-layout.ts'

type Moving = {
  lesson: Lesson
  to: Target
  /** A dragged lesson follows the pointer; the other kind waits for keys or a press on a free hour. */
  by: 'keys' | 'pointer'
  /** The target is chosen, and the dialog asks. */
  asks: boolean
}

/** Moving a lesson in the calendar: where it would go, why it cannot, and what the live region says. */
export function useMove(api: ApiClient, week: Week) {
  const t = useTranslator(texts.week)
  const textOf = useTargetText()
  const reason = useReason()
  const isRightToLeft = useDirection() === 'rtl'
  const [moving, setMoving] = useState<Moving | null>(null)
  /** The last refusal or end, for everybody to read. */
  const [notice, setNotice] = useState('')
  /** Its free hours are loaded before the move begins. */
  const [candidate, setCandidate] = useState<Lesson | null>(null)
  const offered = useOffered(api, moving?.lesson ?? candidate, week)
  const around = { ...offered, now: week.now, lessons: week.lessons }
  const inWeek = (to: Target) => week.days.includes(to.date)
  const obstacle = (lesson: Lesson, to: Target): Obstacle | null =>
    inWeek(to) ? obstacleOf(lesson, to, around) : { key: 'loading' }
  const stop = (text: string) => {
    setMoving(null)
    setNotice(text)
  }
  const start = (lesson: Lesson, by: Moving['by']) => {
    setNotice('')
    setMoving({ lesson, by, to: { date: lesson.date, hour: lesson.hour }, asks: false })
  }
  const aim = (to: Target) => {
    const monday = mondayOf(new Date(week.now))
    if (to.date < monday || to.date > addDays(monday, lastWeek * 7 + 5)) return
    if (!inWeek(to)) week.setWeek(to.date)
    setMoving((before) => before && { ...before, to })
  }
  /** Opens the question, or says why not. A refused drop ends the move; with keys another hour can be chosen. */
  const drop = (to: Target) => {
    if (moving === null) return
    const found = obstacle(moving.lesson, to)
    if (found === null) setMoving({ ...moving, to, asks: true })
    else if (moving.by === 'pointer')
      stop(found.key === 'same' ? '' : t('refused', { reason: reason(found) }))
    else setNotice(t('refused', { reason: reason(found) }))
  }
  const onward = isRightToLeft ? -1 : 1
  const steps: Readonly<Record<string, { hours?: number; days?: number }>> = {
    ArrowUp: { hours: -1 },
    ArrowDown: { hours: 1 },
    ArrowLeft: { days: -onward },
    ArrowRight: { days: onward },
  }
  const press = (key: string, { lesson, to }: Moving): boolean => {
    const step = steps[key]
    if (step) {
      setNotice('')
      aim(stepped(lesson, to, step))
    } else if (key === 'Enter') drop(to)
    else if (key === 'Escape') stop(t('cancelled'))
    else return false
    return true
  }
  const found = moving && obstacle(moving.lesson, moving.to)
  return {
    moving,
    notice,
    /** Null where the lesson can go. */
    found,
    /** "Tuesday 24 November, 16:00–17:00: free" */
    status: moving
      ? t('at', {
          target: textOf(moving.lesson, moving.to),
          state: found === null ? t('isFree') : reason(found),
        })
      : '',
    targets: moving === null ? [] : targetsOf(moving.lesson, week.monday, around),
    ...{ start, aim, drop, stop, prepare: setCandidate },
    onKeyDown: (event: KeyboardEvent) => {
      if (moving !== null && press(event.key, moving)) event.preventDefault()
    },
    /** Back from the question: the hour stays chosen for keys. */
    leaveQuestion: () => setMoving((before) => (before?.by === 'keys' ? { ...before, asks: false } : null)),
  }
}
export type Move = ReturnType<typeof useMove>

function useReason() {
  const t = useTranslator(texts.week)
  const language = useLanguage()
  return (found: Obstacle) =>
    t(found.key, { name: found.key === 'closed' ? found.period.names[language] : '' })
}
