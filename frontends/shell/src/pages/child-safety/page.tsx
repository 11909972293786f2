import {
  BookIcon,
  CheckCircleIcon,
  ChildIcon,
  EyeIcon,
  FlagIcon,
  HomeIcon,
  MessageIcon,
  UsersIcon,
  VideoIcon,
} from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { headOf } from '../../page-module.ts'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { LegalPage } from '../parts/legal/legal-page.tsx'
import { Promises } from '../parts/legal/promises.tsx'
import { proseSections } from '../parts/legal/prose-sections.tsx'
import './ages.css'

export const head = headOf(texts.childSafety)

const sections = [
  ['parents', UsersIcon],
  ['teachers', BookIcon],
  ['messages', MessageIcon],
  ['online', VideoIcon],
  ['meet', HomeIcon],
  ['signs', EyeIcon],
  ['report', FlagIcon],
  ['after', CheckCircleIcon],
] as const

export function Page() {
  const t = useTranslator(texts.childSafety)
  const href = useHref()
  return (
    <LegalPage
      self="childSafety"
      title={t('title')}
      lead={t('lead')}
      sections={[
        { id: 'ages', icon: ChildIcon, title: t('agesTitle'), body: <Ages /> },
        ...proseSections(sections, t, {
          contact: (text) => <a href={href('/contact', '?subject=urgent')}>{text}</a>,
          privacy: (text) => <a href={href('/privacy')}>{text}</a>,
        }),
      ]}
    >
      <Promises title={t('promisesTitle')} t={t} names={['response', 'investigation']} />
    </LegalPage>
  )
}

/** spec §9: lesson length and what parents do, by age. */
function Ages() {
  const t = useTranslator(texts.childSafety)
  return (
    <ul className="ages">
      {(['young', 'middle', 'older'] as const).map((age) => (
        <li key={age} className="ages-one">
          <h3 className="ages-age">{t(age)}</h3>
          <p className="ages-length">{t(`${age}Length`)}</p>
          <p>{t(`${age}Rule`)}</p>
        </li>
      ))}
    </ul>
  )
}
