import { type Slot, selectableSlots, weeklyPercentage } from '@darsi/contracts/reference/hours.ts'
import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import { ProgressBar } from '@darsi/design/charts/progress.tsx'
import { Menu } from '@darsi/design/dialogs/menu.tsx'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { AlertIcon, CheckCircleIcon } from '@darsi/design/graphics/icons.tsx'
import { formatPercent, formatTime, type Instant } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { TunisTime } from '@darsi/design/i18n/tunis-time.tsx'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { texts } from '../texts.ts'
import { AvailabilityTable } from './availability-table.tsx'
import { block, sameWeek, setSlots, slotsOf, type Week, weekdays, weekOf } from './availability-week.ts'
import './availability-grid.css'

type AvailabilityGridProps = {
  /** The hours that are offered now, saved or not. */
  value: readonly Slot[]
  onChange: (value: Slot[]) => void
  /** The hours on the server; any difference is shown as "unsaved". */
  saved: readonly Slot[]
  savedAt: Instant | null
  /** Hours with a booked lesson. They cannot be changed. */
  conflicts: readonly Slot[]
  onSave: () => void
  saving?: boolean
  /** Why the last save failed. */
  error?: ReactNode
  /** The name of the grid, for a page with several weeks. */
  label?: string
}

/** The week from Monday to Saturday, 8 to 20 (spec §2, §9). A controlled component: all its state comes from props. */
export function AvailabilityGrid({
  value,
  onChange,
  saved,
  savedAt,
  conflicts,
  onSave,
  saving = false,
  error,
  label,
}: AvailabilityGridProps) {
  const t = useTranslator(texts.availability)
  const help = useId()
  const [notice, setNotice] = useState('')
  const week = useMemo(() => weekOf(value, conflicts), [value, conflicts])
  const unsaved = useMemo(() => !sameWeek(week, weekOf(saved)), [week, saved])
  const change = (next: Week) => {
    setNotice('')
    onChange(slotsOf(next))
  }
  return (
    <section className="ds-week" aria-label={label ?? t('gridLabel')}>
      <div className="ds-week-tools">
        <p className="ds-week-help" id={help}>
          {t('help')}
          <TunisTime at={Date.now()} />
        </p>
        <QuickFill week={week} onChange={change} />
      </div>
      <AvailabilityTable
        week={week}
        label={label ?? t('gridLabel')}
        describedBy={help}
        onChange={change}
        onRefused={(why) => setNotice(t(why === 'lunch' ? 'lunchRefused' : 'bookedRefused'))}
      />
      <p className="ds-week-notice" role="status">
        {notice}
      </p>
      <Legend withBooked={conflicts.length > 0} />
      {error !== undefined && error !== null && <Banner tone="danger">{error}</Banner>}
      <div className="ds-week-foot">
        <WeeklyShare week={week} />
        <div className="ds-week-save">
          <SaveState unsaved={unsaved} savedAt={savedAt} />
          {unsaved && !saving && (
            <Button variant="quiet" onClick={() => onChange([...saved])}>
              {t('undo')}
            </Button>
          )}
          <Button onClick={onSave} loading={saving} disabled={!unsaved && !saving}>
            {t('save')}
          </Button>
        </div>
      </div>
    </section>
  )
}

function QuickFill({ week, onChange }: { week: Week; onChange: (week: Week) => void }) {
  const t = useTranslator(texts.availability)
  const fill = (id: 'fillEvenings' | 'fillMornings' | 'fillSaturday', slots: Slot[]) => ({
    id,
    label: t(id),
    onSelect: () => onChange(setSlots(week, slots, true)),
  })
  const items = [
    fill('fillEvenings', block(weekdays, 17, 20)),
    fill('fillMornings', block(weekdays, 8, 13)),
    fill('fillSaturday', block([6], 8, 20)),
    {
      id: 'clear',
      label: t('clearAll'),
      danger: true,
      onSelect: () => onChange(setSlots(week, selectableSlots, false)),
    },
  ]
  return <Menu label={t('quickFill')} items={items} className="ds-week-fill" />
}

function Legend({ withBooked }: { withBooked: boolean }) {
  const t = useTranslator(texts.availability)
  return (
    <ul className="ds-week-legend" aria-hidden="true">
      <li>
        <span className="ds-week-key" data-state="available" /> {t('legendAvailable')}
      </li>
      <li>
        <span className="ds-week-key" data-state="unavailable" /> {t('legendFree')}
      </li>
      <li>
        <span className="ds-week-key" data-state="lunch" /> {t('legendLunch')}
      </li>
      {withBooked && (
        <li>
          <span className="ds-week-key" data-state="booked" /> {t('legendBooked')}
        </li>
      )}
    </ul>
  )
}

function WeeklyShare({ week }: { week: Week }) {
  const t = useTranslator(texts.availability)
  const language = useLanguage()
  const slots = slotsOf(week)
  const total = selectableSlots.length
  const percent = weeklyPercentage(slots)
  const hours = t('hoursOffered', { count: slots.length, total: formatNumber(total, language) })
  return (
    <ProgressBar
      className="ds-week-share"
      label={t('weekly')}
      value={slots.length}
      max={total}
      text={t('weeklyText', { percent: formatPercent(percent, language), hours })}
    />
  )
}

function SaveState({ unsaved, savedAt }: { unsaved: boolean; savedAt: Instant | null }) {
  const t = useTranslator(texts.availability)
  const language = useLanguage()
  return (
    <span role="status">
      {unsaved ? (
        <Badge tone="warning" icon={AlertIcon}>
          {t('unsaved')}
        </Badge>
      ) : (
        savedAt !== null && (
          <Badge tone="success" icon={CheckCircleIcon}>
            {t('savedAt', { time: formatTime(savedAt, language) })}
          </Badge>
        )
      )}
    </span>
  )
}
