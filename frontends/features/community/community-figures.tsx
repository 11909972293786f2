import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import { GraduationIcon, UserIcon, UsersIcon } from '@darsi/design/graphics/icons.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { designTexts } from '@darsi/design/i18n/texts.ts'
import { StatCard } from '@darsi/design/layout/card.tsx'

/** How many teachers, students and members there are. */
export function CommunityFigures({ api }: { api: ApiClient }) {
  const t = useTranslator(designTexts.ui)
  const language = useLanguage()
  const counts = useCall(api, 'GET /statistics/basic')
  // spec §7: a failure to load these figures shows no error
  if (counts.data === null) return null
  const { totalTeachers, totalStudents, totalUsers } = counts.data.data
  const write = (value: number) => formatNumber(value, language)
  return (
    <section className="ds-stack">
      <h3>{t('communityTitle')}</h3>
      <div className="ds-grid">
        <StatCard icon={GraduationIcon} label={t('totalTeachers')} value={write(totalTeachers)} />
        <StatCard icon={UserIcon} label={t('totalStudents')} value={write(totalStudents)} />
        <StatCard icon={UsersIcon} label={t('totalUsers')} value={write(totalUsers)} />
      </div>
    </section>
  )
}
