import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { type RetentionId, retention } from '@darsi/contracts/rules/retention.ts'
import {
  ChildIcon,
  ClockIcon,
  DatabaseIcon,
  EditIcon,
  EyeIcon,
  FileIcon,
  LockIcon,
  RefreshIcon,
  SearchIcon,
} from '@darsi/design/graphics/icons.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { headOf } from '../../page-module.ts'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { LegalPage } from '../parts/legal/legal-page.tsx'
import { Promises } from '../parts/legal/promises.tsx'
import { proseSections } from '../parts/legal/prose-sections.tsx'

export const head = headOf(texts.privacy)

const sections = [
  ['collect', FileIcon],
  ['use', SearchIcon],
  ['see', EyeIcon],
  ['children', ChildIcon],
  ['rights', EditIcon],
  ['cookies', DatabaseIcon],
  ['security', LockIcon],
  ['keep', ClockIcon],
  ['changes', RefreshIcon],
] as const

export function Page() {
  const t = useTranslator(texts.privacy)
  const href = useHref()
  return (
    <LegalPage
      self="privacy"
      title={t('title')}
      lead={t('lead')}
      sections={proseSections(sections, t, {
        safety: (text) => <a href={href('/child-safety')}>{text}</a>,
      }).map((section) =>
        section.id === 'keep'
          ? {
              ...section,
              body: (
                <>
                  {section.body}
                  <Periods />
                </>
              ),
            }
          : section,
      )}
    >
      <Promises
        title={t('promisesTitle')}
        text={t('promisesText')}
        t={t}
        names={['initial', 'requests', 'resolution']}
      />
    </LegalPage>
  )
}

/** One line for each row of the retention table: a row without a text does not compile. */
function Periods() {
  const t = useTranslator(texts.privacy)
  const language = useLanguage()
  return (
    <ul>
      {ids.map((id) => (
        <li key={id}>{t(`keep_${id}`, { period: period(retention[id].days, language) })}</li>
      ))}
    </ul>
  )
}

// `as`: the keys of the table itself
const ids = Object.keys(retention) as RetentionId[]

/** 365 and 1826 days as years, everything else as days. */
function period(days: number, language: Language): string {
  const isYears = days >= 365
  return formatNumber(isYears ? Math.round(days / 365.25) : days, language, {
    style: 'unit',
    unit: isYears ? 'year' : 'day',
    unitDisplay: 'long',
  })
}
