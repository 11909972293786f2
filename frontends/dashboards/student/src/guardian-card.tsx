import { isMinor } from '@darsi/contracts/registration-rules.ts'
import type { ApiClient } from '@darsi/ui/api-client.ts'
import { Card } from '@darsi/ui/card.tsx'
import { GuardianForm } from '@darsi/ui/guardian-form.tsx'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { useLoaded } from '@darsi/ui/loaded.tsx'
import { useCallback } from 'react'
import { texts } from './texts.ts'

/** product.md §3: a minor with an own account names a guardian, who gets a link. Nothing for adults. */
export function GuardianCard({ api }: { api: ApiClient }) {
  const t = useTranslator(texts)
  const profile = useLoaded(
    useCallback((signal: AbortSignal) => api.call('GET /me/profile', { signal }), [api]),
  )
  if (profile.data === null) return null
  const { birthYear, educationLevel } = profile.data.data.roleData
  const minor = isMinor({
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
