import type { Api } from '@darsi/contracts/calls/api.ts'
import { governorate } from '@darsi/contracts/reference/places/governorates.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { EmptyScene } from '@darsi/design/graphics/illustrations.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../../texts.ts'
import { type Filters, isFiltered, isFilterName, without } from '../filters.ts'

type Props = {
  filters: Filters
  relax: Api['GET /teachers']['answer']['relax']
  onChange: (filters: Filters) => void
}

/** No teacher matches: offers to drop the filter that excludes most, as the server counted. */
export function NoMatch({ filters, relax, onChange }: Props) {
  const t = useTranslator(texts.teachers)
  const language = useLanguage()
  const nameOf = (filter: string): string => {
    if (!isFilterName(filter)) return filter
    if (filter === 'subject') return subjectName(filters.subject, language)
    if (filter === 'governorate') return governorate(Number(filters.governorate))?.name[language] ?? t(filter)
    return t(filter)
  }
  const helpful = relax.filter(({ filter, total }) => isFilterName(filter) && total > 0)
  if (!isFiltered(filters)) {
    return (
      <EmptyState picture={<EmptyScene />} title={t('noneTitle')}>
        {t('noneAtAll')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      picture={<EmptyScene />}
      title={t('noneTitle')}
      actions={
        helpful.length > 0 && (
          <ul className="ds-relax">
            {helpful.map(({ filter, total }) => (
              <li key={filter}>
                <Button
                  variant="secondary"
                  onClick={() => isFilterName(filter) && onChange(without(filters, filter))}
                >
                  {t('relax', { filter: nameOf(filter), count: total })}
                </Button>
              </li>
            ))}
          </ul>
        )
      }
    >
      {helpful.length > 0 && t('noneText')}
    </EmptyState>
  )
}
