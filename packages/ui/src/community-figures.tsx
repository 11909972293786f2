import { useCallback } from 'react'
import type { ApiClient } from './api-client.ts'
import { StatCard } from './card.tsx'
import { formatNumber } from './catalogue.ts'
import { useLanguage, useTranslator } from './i18n.tsx'
import { GraduationIcon, UserIcon, UsersIcon } from './icons.tsx'
import { useLoaded } from './loaded.tsx'
import { uiTexts } from './texts.ts'

/** How many teachers, students and members there are. */
export function CommunityFigures({ api }: { api: ApiClient }) {
  const t = useTranslator(uiTexts)
  const language = useLanguage()
  const counts = useLoaded(
    useCallback((signal: AbortSignal) => api.call('GET /statistics/basic', { signal }), [api]),
  )
  // spec §7: a failure of these figures is no reason to disturb anybody
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
