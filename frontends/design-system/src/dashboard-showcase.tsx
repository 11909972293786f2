import { DashboardShell } from '@darsi/client/dashboard/dashboard-shell.tsx'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { BookIcon, CalendarIcon, HomeIcon, UserIcon } from '@darsi/design/graphics/icons.tsx'
import { InLanguage, useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { texts } from './texts.ts'

/** The frame of the dashboards on a page of its own, beside `Showcase`. */
export function DashboardShowcase() {
  const [language, setLanguage] = useState<Language>(useLanguage())
  return (
    <InLanguage language={language}>
      <Dashboard language={language} onLanguage={setLanguage} />
    </InLanguage>
  )
}

function Dashboard({
  language,
  onLanguage,
}: {
  language: Language
  onLanguage: (language: Language) => void
}) {
  const t = useTranslator(texts.showcase)
  const [tab, setTab] = useState<string | null>(null)
  return (
    <DashboardShell
      title={t('dashboard')}
      user={{ fullName: 'Mariem Ben Salah', email: 'mariem@example.tn' }}
      language={language}
      onLanguageChange={onLanguage}
      signOut={() => {}}
      navigate={() => {}}
      tab={tab}
      onTabChange={setTab}
      tabs={[
        { id: 'overview', label: t('overview'), icon: HomeIcon, content: <p>{t('sampleText')}</p> },
        {
          id: 'requests',
          label: t('requests'),
          icon: BookIcon,
          badge: 3,
          badgeLabel: t('waiting', { count: 3 }),
          content: <p>{t('emptyText')}</p>,
        },
        { id: 'profile', label: t('profile'), icon: UserIcon, content: <p>{t('infoText')}</p> },
        {
          id: 'availability',
          label: t('availability'),
          icon: CalendarIcon,
          content: <p>{t('emptyText')}</p>,
        },
      ]}
    />
  )
}
