import { ChildrenPanel } from '@darsi/ui/children/children-panel.tsx'
import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { PrivacyNotice } from '../privacy-notice.tsx'
import { texts } from '../texts.ts'

export default function MyChildren({ api }: DashboardProps) {
  const t = useTranslator(texts)
  return (
    <ChildrenPanel api={api} title={t('myChildrenTab')}>
      <PrivacyNotice />
    </ChildrenPanel>
  )
}
