import { oneOf, usePlace } from '@darsi/client/place/use-place.ts'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { Skeleton } from '@darsi/design/feedback/skeleton.tsx'
import { RadioGroup } from '@darsi/design/forms/choice.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Suspense, useSyncExternalStore } from 'react'
import { texts } from '../texts.ts'
import { LessonList, type LessonsProps } from './lesson-list.tsx'

const WeekView = retryableLazy(async () => ({ default: (await import('./week/week-view.tsx')).WeekView }))

const layouts = ['list', 'week'] as const
const listFirst = { layout: oneOf(layouts, 'list') }
const weekFirst = { layout: oneOf(layouts, 'week') }

/** The lessons as a list or as the calendar of a week. A phone has room for the list only. */
export function LessonsPanel(props: LessonsProps) {
  const t = useTranslator(texts.lessons)
  const [{ layout }, { set }] = usePlace(props.viewer === 'teacher' ? weekFirst : listFirst)
  if (!useIsRoomy()) return <LessonList {...props} />
  return (
    <div className="ds-stack">
      <div className="ds-lesson-layout">
        <RadioGroup
          legend={t('layout')}
          hideLegend
          variant="segments"
          value={layout}
          onChange={(chosen) => set({ layout: chosen })}
          options={layouts.map((value) => ({ value, label: t(`layout_${value}`) }))}
        />
      </div>
      {layout === 'list' ? (
        <LessonList {...props} />
      ) : (
        <Suspense fallback={<Skeleton shape="card" />}>
          <WeekView {...props} />
        </Suspense>
      )}
    </div>
  )
}

const roomy = '(min-width: 700px)'

function useIsRoomy(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = globalThis.matchMedia?.(roomy)
      // paper has another width: the page would be printed while it loads the other layout
      const onWidth = () => matchMedia('print').matches || onChange()
      query?.addEventListener('change', onWidth)
      return () => query?.removeEventListener('change', onWidth)
    },
    () => globalThis.matchMedia?.(roomy).matches ?? false,
  )
}
