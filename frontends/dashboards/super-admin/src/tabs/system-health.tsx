import type { DashboardProps } from '@darsi/ui/dashboard-props.ts'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { texts } from '../texts.ts'

export default function SystemHealth({ user }: DashboardProps) {
  const t = useTranslator(texts)
  return (
    <div className="ds-stack">
      <h2>{t('systemHealthTab')}</h2>
      <p className="ds-soft" dir="auto">
        {user.fullName}
      </p>
    </div>
  )
}
