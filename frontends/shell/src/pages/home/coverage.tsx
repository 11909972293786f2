import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import { governorates } from '@darsi/contracts/reference/places/governorates.ts'
import { GovernorateMap } from '@darsi/design/charts/governorate-map.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../../texts.ts'
import { type Figures, useFigures } from '../parts/use-figures.ts'

/** Where teachers are and how many people use Darsi; says so if there are too few to count. */
export function Coverage() {
  const t = useTranslator(texts.home)
  const language = useLanguage()
  const figures = useFigures()
  const few = (value: number | null) => (value === null ? t('mapFew') : formatNumber(value, language))
  const known =
    figures !== null && [...figures.teachers.values()].some((count) => count !== null && count > 0)
  return (
    <div className="coverage">
      <GovernorateMap
        label={t('mapLabel')}
        {...(known && { values: figures.teachers, format: few, withTable: true })}
      />
      <div className="coverage-texts">
        <dl className="coverage-figures">
          <Figure label={t('figureGovernorates')} value={t('ofAll', ofAll(figures))} />
          <Figure label={t('figureTeachers')} value={formatted(figures?.platform.totalTeachers)} />
          <Figure label={t('figureStudents')} value={formatted(figures?.platform.totalStudents)} />
        </dl>
        {(figures === null || figures.platform.totalUsers === null) && (
          <p className="ds-soft ds-small">{t('figuresLater')}</p>
        )}
        <p>{t('mapPromise')}</p>
      </div>
    </div>
  )

  function formatted(count: number | null | undefined) {
    return count == null ? t('notEnough') : formatNumber(count, language)
  }
}

const ofAll = (figures: Figures | null) => ({
  covered: figures === null ? '–' : String(figures.platform.governoratesCovered),
  all: governorates.length,
})

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="coverage-figure">
      <dt>{label}</dt>
      <dd className="ds-numbers">{value}</dd>
    </div>
  )
}
