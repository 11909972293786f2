import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { isStatedMinor } from '@darsi/contracts/rules/registration/registration-rules.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { GuardianForm } from '@darsi/features/account/public.ts'
import { texts } from '@darsi/features/texts.ts'

/** docs/children.md: a minor with an own account names a guardian, who is mailed a link. Renders nothing for adults. */
export function GuardianCard({ api }: { api: ApiClient }) {
  const t = useTranslator(texts.student)
  const profile = useCall(api, 'GET /me/profile')
  if (profile.data === null) return null
  const { birthYear, educationLevel } = profile.data.data.roleData
  const minor = isStatedMinor({
    birthYear: typeof birthYear === 'number' ? birthYear : null,
    educationLevel: typeof educationLevel === 'string' ? educationLevel : null,
    today: new Date(),
  })
  if (!minor) return null
  return (
    <Card title={t('guardianTitle')}>
      <p>{t('guardianText')}</p>
      <GuardianForm api={api} />
    </Card>
  )
}
