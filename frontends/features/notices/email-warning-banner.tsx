import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'

/** It disappears with a new address, or when a link that was mailed to the present one has set a new password. */
export function EmailWarningBanner({ onChange }: { onChange: () => void }) {
  const t = useTranslator(texts.emailWarning)
  return (
    <Banner
      tone="warning"
      title={t('title')}
      actions={
        <Button size="sm" variant="secondary" onClick={onChange}>
          {t('change')}
        </Button>
      }
    >
      {t('text')}
    </Banner>
  )
}
