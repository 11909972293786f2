import { type Slot, weeklyPercentage } from '@darsi/contracts/hours.ts'
import { type ReactNode, useState } from 'react'
import { AvailabilityGrid } from '../availability-grid.tsx'
import { block, weekdays } from '../availability-week.ts'
import { formatPercent } from '../catalogue.ts'
import { DashboardShell } from '../dashboard-shell.tsx'
import { useLanguage, useTranslator } from '../i18n.tsx'
import { BookIcon, CalendarIcon, HomeIcon, UserIcon } from '../icons.tsx'
import { Section } from './section.tsx'
import { showcaseTexts } from './showcase-texts.ts'

const start: Slot[] = [...block(weekdays, 17, 20), ...block([6], 9, 12)]
const booked: Slot[] = [
  { day: 2, hour: 18 },
  { day: 6, hour: 10 },
]

export function AvailabilitySection() {
  const t = useTranslator(showcaseTexts)
  const [value, setValue] = useState(start)
  const [saved, setSaved] = useState(start)
  return (
    <Section title={t('availability')}>
      <AvailabilityGrid
        value={value}
        onChange={setValue}
        saved={saved}
        savedAt="2026-03-02T13:05:00Z"
        conflicts={booked}
        onSave={() => setSaved(value)}
      />
    </Section>
  )
}

export function DashboardSection() {
  const t = useTranslator(showcaseTexts)
  const language = useLanguage()
  const [tab, setTab] = useState<string | null>(null)
  const panel = (content: ReactNode) => <p>{content}</p>
  return (
    <Section title={t('dashboard')}>
      <div className="ds-showcase-frame">
        <DashboardShell
          title={t('dashboard')}
          user={{ fullName: 'Mariem Ben Salah', email: 'mariem@example.tn' }}
          language={language}
          onLanguageChange={() => {}}
          signOut={() => {}}
          navigate={() => {}}
          tab={tab}
          onTabChange={setTab}
          tabs={[
            { id: 'overview', label: t('overview'), icon: HomeIcon, content: panel(t('sampleText')) },
            {
              id: 'requests',
              label: t('requests'),
              icon: BookIcon,
              badge: 3,
              badgeLabel: t('waiting', { count: 3 }),
              content: panel(t('emptyText')),
            },
            { id: 'profile', label: t('profile'), icon: UserIcon, content: panel(t('infoText')) },
            {
              id: 'availability',
              label: t('availability'),
              icon: CalendarIcon,
              content: panel(formatPercent(weeklyPercentage(start), language)),
            },
          ]}
        />
      </div>
    </Section>
  )
}
