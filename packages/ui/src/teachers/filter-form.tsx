import { delegationsOf } from '@darsi/contracts/delegations.ts'
import { governorates } from '@darsi/contracts/governorates.ts'
import { dayName, isLunchHour, teachingDays, teachingHours } from '@darsi/contracts/hours.ts'
import { languageNames, languages } from '@darsi/contracts/languages.ts'
import { educationLevels, sessionTypes } from '@darsi/contracts/levels.ts'
import { teacherSubjects } from '@darsi/contracts/subjects.ts'
import { Button } from '../button.tsx'
import { formatHour } from '../catalogue.ts'
import { Field } from '../field.tsx'
import { useLanguage, useTranslator } from '../i18n.tsx'
import { SearchInput, Select, TextInput } from '../input.tsx'
import { optionsOf, subjectOptions } from '../options.ts'
import { changed, type FilterName, type Filters, isFiltered, noFilters } from './filters.ts'
import { teachersTexts } from './teachers-texts.ts'

type Props = { filters: Filters; onChange: (filters: Filters) => void }
type Option = { value: string; label: string }

const distances = [5, 10, 20, 30, 50, 100] as const

/** Everything by which teachers are found; the rarer half is folded away. */
export function FilterForm({ filters, onChange }: Props) {
  const t = useTranslator(teachersTexts)
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
  return (
    <section className="ds-teacher-filters" aria-label={t('filters')}>
      <div className="ds-grid ds-teacher-filters-main">
        {choice('subject', subjectOptions(teacherSubjects, language))}
        {choice('level', optionsOf(educationLevels, language))}
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
            languages.map((value) => ({ value, label: languageNames[value] })),
          )}
          <Field label={t('maxRate')}>
            <TextInput
              type="number"
              inputMode="numeric"
              min={0}
              max={1000}
              unit={t('perHour')}
              value={filters.maxRate}
              onChange={(event) => set({ maxRate: event.target.value })}
            />
          </Field>
          <Field label={t('name')}>
            <SearchInput
              dir="auto"
              maxLength={64}
              placeholder={t('namePlaceholder')}
              value={filters.name}
              onChange={(event) => set({ name: event.target.value })}
            />
          </Field>
        </div>
      </details>
      {isFiltered(filters) && (
        <div className="ds-row">
          <Button variant="quiet" size="sm" onClick={() => onChange(noFilters)}>
            {t('clearFilters')}
          </Button>
        </div>
      )}
    </section>
  )
}
