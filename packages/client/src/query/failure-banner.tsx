import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { designTexts } from '@darsi/design/i18n/texts.ts'

/** The error of a call with a button to try again. Renders nothing without an error. */
export function FailureBanner({ error, reload }: { error: string | null; reload: () => void }) {
  const t = useTranslator(designTexts.ui)
  if (error === null) return null
  return (
    <Banner
      tone="danger"
      actions={
        <Button size="sm" variant="secondary" onClick={reload}>
          {t('tryAgain')}
        </Button>
      }
    >
      {error}
    </Banner>
  )
}
