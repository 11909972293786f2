import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../../texts.ts'
import { statusIcons } from './lesson-block.tsx'

const states = [
  ['upcoming', 'upcomingBadge'],
  ['proposed', 'proposedBadge'],
  ['completed', 'completedBadge'],
  ['no-show', 'noShowBadge'],
  ['cancelled', 'cancelledBadge'],
] as const

/** What the colours and signs mean, and how lessons are moved. */
export function WeekLegend({ withHours, canMove }: { withHours: boolean; canMove: boolean }) {
  const t = useTranslator(texts.week)
  const lessons = useTranslator(texts.lessons)
  return (
    <div className="ds-cal-foot">
      <ul className="ds-cal-legend">
        {states.map(([status, label]) => {
          const Glyph = statusIcons[status]
          return (
            <li key={status}>
              <span className="ds-cal-key ds-cal-lesson" data-status={status}>
                <Glyph />
              </span>
              {lessons(label)}
            </li>
          )
        })}
        {withHours && (
          <>
            <li>
              <span className="ds-cal-key ds-cal-free" />
              {t('freeHours')}
            </li>
            <li>
              <span className="ds-cal-key ds-cal-free" data-exception="added" />
              {t('added')}
            </li>
            <li>
              <span className="ds-cal-key ds-cal-removed" />
              {t('removed')}
            </li>
          </>
        )}
      </ul>
      {canMove && <p className="ds-soft ds-small ds-cal-howto">{t('howTo')}</p>}
    </div>
  )
}
