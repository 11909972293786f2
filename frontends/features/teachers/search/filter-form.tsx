import { bacSections } from '@darsi/contracts/reference/curriculum.ts'
import { dayName, isLunchHour, teachingDays, teachingHours } from '@darsi/contracts/reference/hours.ts'
import { spokenLanguage } from '@darsi/contracts/reference/i18n/formats.ts'
import { languages } from '@darsi/contracts/reference/languages.ts'
import { educationLevels, sessionTypes } from '@darsi/contracts/reference/levels.ts'
import { delegationsOf } from '@darsi/contracts/reference/places/delegations.ts'
import { governorates } from '@darsi/contracts/reference/places/governorates.ts'
import { teacherSubjects } from '@darsi/contracts/reference/subjects.ts'
import { binder } from '@darsi/design/forms/bind.ts'
import { Checkbox } from '@darsi/design/forms/choice.tsx'
import { optionsOf, subjectOptions } from '@darsi/design/forms/choice-options.ts'
import { Field } from '@darsi/design/forms/field.tsx'
import { SearchInput, Select } from '@darsi/design/forms/input.tsx'
import { NumberInput } from '@darsi/design/forms/number-input.tsx'
import { formatHour } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../../texts.ts'
import { changed, type FilterName, type Filters } from '../filters.ts'
import { ActiveFilters } from './active-filters.tsx'

type Props = { filters: Filters; onChange: (filters: Filters) => void }
type Option = { value: string; label: string }

const distances = [5, 10, 20, 30, 50, 100] as const

/** All filters for teachers; the rarely used ones are collapsed. */
export function FilterForm({ filters, onChange }: Props) {
  const t = useTranslator(texts.teachers)
  const language = useLanguage()
  const set = (part: Partial<Filters>) => onChange(changed(filters, part))
  const choice = (name: FilterName, options: readonly Option[], any = t('any')) => (
    <Field label={t(name)}>
      <Select
        value={filters[name]}
        onChange={(value) => set({ [name]: value })}
        placeholder={null}
        options={[{ value: '', label: any }, ...options]}
      />
    </Field>
  )
  const inside = delegationsOf(Number(filters.governorate))
  const bind = binder(filters, set)
  return (
    <section className="ds-teacher-filters" aria-label={t('filters')}>
      <div className="ds-grid ds-teacher-filters-main">
        {choice('subject', subjectOptions(teacherSubjects, language))}
        {choice('level', optionsOf(educationLevels, language))}
        {filters.level === 'secondary' && choice('section', optionsOf(bacSections, language))}
        {choice(
          'governorate',
          governorates.map(({ id, name }) => ({ value: String(id), label: name[language] })),
          t('allOfTunisia'),
        )}
        {choice(
          'radius',
          distances.map((km) => ({ value: String(km), label: t('withinKm', { km }) })),
        )}
      </div>
      {(filters.radius !== '' || filters.governorate !== '') && (
        <Checkbox
          label={t('reach')}
          checked={filters.reach === 'or-online'}
          onChange={({ target }) => set({ reach: target.checked ? 'or-online' : '' })}
        />
      )}
      <details className="ds-teacher-filters-more">
        <summary>{t('moreFilters')}</summary>
        <div className="ds-grid ds-teacher-filters-main">
          {inside.length > 0 &&
            choice(
              'delegation',
              inside.map(({ id, name }) => ({ value: String(id), label: name[language] })),
            )}
          {choice(
            'day',
            teachingDays.map((day) => ({ value: String(day), label: dayName(day, language) })),
          )}
          {choice(
            'hour',
            teachingHours
              .filter((hour) => !isLunchHour(hour))
              .map((hour) => ({ value: String(hour), label: formatHour(hour) })),
          )}
          {choice('sessionType', optionsOf(sessionTypes, language))}
          {choice(
            'language',
            languages.map((value) => ({ value, label: spokenLanguage(value, language) })),
          )}
          <Field label={t('maxRate')}>
            <NumberInput unit={t('perHour')} {...bind('maxRate')} />
          </Field>
          <Field label={t('name')}>
            <SearchInput dir="auto" maxLength={64} placeholder={t('namePlaceholder')} {...bind('name')} />
          </Field>
        </div>
      </details>
      <ActiveFilters filters={filters} onChange={onChange} />
    </section>
  )
}
