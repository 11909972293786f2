import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { AccountPanel } from '@darsi/features/account/public.ts'
import { texts } from '@darsi/features/texts.ts'

export default function Account({ api }: DashboardProps) {
  const t = useTranslator(texts.superAdmin)
  return <AccountPanel api={api} title={t('tab_account')} />
}
