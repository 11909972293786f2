import { sectionLabel } from '@darsi/contracts/reference/curriculum.ts'
import { dayName, teachingDays } from '@darsi/contracts/reference/hours.ts'
import { spokenLanguage } from '@darsi/contracts/reference/i18n/formats.ts'
import { isLanguage, type Language } from '@darsi/contracts/reference/languages.ts'
import { educationLevels, sessionTypes } from '@darsi/contracts/reference/levels.ts'
import { delegation } from '@darsi/contracts/reference/places/delegations.ts'
import { governorate } from '@darsi/contracts/reference/places/governorates.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { CloseIcon } from '@darsi/design/graphics/icons.tsx'
import { formatHour, formatMoney, type Translate } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { labelOf } from '../../learner-fields/public.ts'
import { texts } from '../../texts.ts'
import { type FilterName, type Filters, filterNames, isFiltered, noFilters, without } from '../filters.ts'

type Props = { filters: Filters; onChange: (filters: Filters) => void }

/** The current filters; a click removes one. */
export function ActiveFilters({ filters, onChange }: Props) {
  const t = useTranslator(texts.teachers)
  const language = useLanguage()
  if (!isFiltered(filters)) return null
  const given = filterNames.filter((name) => filters[name].trim() !== '')
  return (
    <ul className="ds-active-filters" aria-label={t('activeFilters')}>
      {given.map((name) => {
        const label = filterLabel(name, filters, language, t)
        return (
          <li key={name}>
            <Button
              variant="secondary"
              size="sm"
              iconEnd={CloseIcon}
              aria-label={t('removeFilter', { filter: label })}
              onClick={() => onChange(without(filters, name))}
            >
              {label}
            </Button>
          </li>
        )
      })}
      <li>
        <Button variant="quiet" size="sm" onClick={() => onChange(noFilters)}>
          {t('clearFilters')}
        </Button>
      </li>
    </ul>
  )
}

type Key = 'withinKm' | 'reach' | 'anywhere' | 'hourValue' | 'upTo' | 'ratePerHour'

function filterLabel(name: FilterName, filters: Filters, language: Language, t: Translate<Key>): string {
  const value = filters[name]
  const labels: Readonly<Record<FilterName, () => string | undefined>> = {
    subject: () => subjectName(value, language),
    level: () => labelOf(educationLevels, value, language),
    section: () => sectionLabel(value, language),
    governorate: () => governorate(Number(value))?.name[language],
    delegation: () => delegation(Number(filters.governorate), Number(value))?.name[language],
    radius: () => t('withinKm', { km: value }),
    reach: () => t(value === 'anywhere' ? 'anywhere' : 'reach'),
    day: () => teachingDays.filter((day) => String(day) === value).map((day) => dayName(day, language))[0],
    hour: () => t('hourValue', { hour: formatHour(Number(value)) }),
    sessionType: () => labelOf(sessionTypes, value, language),
    maxRate: () => t('upTo', { rate: t('ratePerHour', { rate: formatMoney(Number(value), language) }) }),
    language: () => (isLanguage(value) ? spokenLanguage(value, language) : undefined),
    name: () => `“${value}”`,
  }
  return labels[name]() ?? value
}
