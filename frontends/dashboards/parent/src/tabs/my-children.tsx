import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { ChildrenPanel } from '@darsi/features/children/public.ts'
import { WishCard } from '@darsi/features/teachers/public.ts'
import { texts } from '@darsi/features/texts.ts'
import { PrivacyNotice } from '../privacy-notice.tsx'

export default function MyChildren({ api }: DashboardProps) {
  const t = useTranslator(texts.parent)
  return (
    <div className="ds-stack">
      <WishCard api={api} seeker="parent" />
      <ChildrenPanel api={api} title={t('tab_my-children')}>
        <PrivacyNotice />
      </ChildrenPanel>
    </div>
  )
}
