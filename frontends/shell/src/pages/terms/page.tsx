import {
  BookIcon,
  BriefcaseIcon,
  CalendarIcon,
  CoinsIcon,
  EditIcon,
  FlagIcon,
  GlobeIcon,
  HandshakeIcon,
  LogoutIcon,
  RefreshIcon,
  ShieldIcon,
  UserIcon,
  UsersIcon,
} from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { headOf } from '../../page-module.ts'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { LegalPage } from '../parts/legal/legal-page.tsx'
import { Promises } from '../parts/legal/promises.tsx'
import { proseSections } from '../parts/legal/prose-sections.tsx'

export const head = headOf(texts.terms)

const sections = [
  ['what', GlobeIcon],
  ['who', UserIcon],
  ['accounts', BriefcaseIcon],
  ['teachers', BookIcon],
  ['families', UsersIcon],
  ['lessons', CalendarIcon],
  ['money', CoinsIcon],
  ['conduct', HandshakeIcon],
  ['content', EditIcon],
  ['end', LogoutIcon],
  ['liability', ShieldIcon],
  ['law', FlagIcon],
  ['changes', RefreshIcon],
] as const

export function Page() {
  const t = useTranslator(texts.terms)
  const href = useHref()
  return (
    <LegalPage
      self="terms"
      title={t('title')}
      lead={t('lead')}
      sections={proseSections(sections, t, { safety: (text) => <a href={href('/child-safety')}>{text}</a> })}
    >
      <Promises title={t('promisesTitle')} t={t} names={['questions', 'mediation', 'resolution', 'notice']} />
    </LegalPage>
  )
}
