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
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { headOf } from '../../page-module.ts'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { LegalPage } from '../parts/legal/legal-page.tsx'
import { Promises } from '../parts/legal/promises.tsx'
import { proseSections } from '../parts/legal/prose-sections.tsx'
import { Periods } from './periods.tsx'

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
