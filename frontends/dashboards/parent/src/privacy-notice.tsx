import { Banner } from '@darsi/design/feedback/banner.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '@darsi/features/texts.ts'

/** spec §2: the privacy notice for parents */
export function PrivacyNotice() {
  const t = useTranslator(texts.parent)
  return (
    <Banner live="none" title={t('privacyTitle')}>
      {t('privacyText')}
    </Banner>
  )
}
