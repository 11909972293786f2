import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { EmptyState } from '@darsi/ui/empty-state.tsx'
import { useLanguage, useTranslator } from '@darsi/ui/i18n.tsx'
import { LessonScene } from '@darsi/ui/illustrations.tsx'
import { LoadedPanel, useLoaded } from '@darsi/ui/loaded.tsx'
import { PageHeader } from '@darsi/ui/page-header.tsx'
import { useCallback } from 'react'
import { childOf } from '../child.ts'
import { ChildCard } from '../child-card.tsx'
import { PrivacyNotice } from '../privacy-notice.tsx'
import { texts } from '../texts.ts'

export default function MyChildren({ api }: DashboardProps) {
  const t = useTranslator(texts)
  const language = useLanguage()
  const profile = useLoaded(
    useCallback((signal: AbortSignal) => api.call('GET /me/profile', { signal }), [api]),
  )
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('myChildrenTab')} />
      <LoadedPanel of={profile}>
        {({ data }) => {
          const child = childOf(data.roleData, language)
          return child === null ? (
            <EmptyState picture={<LessonScene />} title={t('noChildrenTitle')}>
              {t('noChildrenText')}
            </EmptyState>
          ) : (
            <ChildCard child={child} />
          )
        }}
      </LoadedPanel>
      <PrivacyNotice />
    </div>
  )
}
