import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { ChildrenPanel } from '@darsi/features/children/public.ts'
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
