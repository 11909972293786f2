import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { designTexts } from '@darsi/design/i18n/texts.ts'

/** The hint that a list of `usePages` is too long to follow changes, with a button to load it again. */
export function OutdatedBanner({ outdated, reload }: { outdated: boolean; reload: () => void }) {
  const t = useTranslator(designTexts.ui)
  if (!outdated) return null
  return (
    <Banner
      actions={
        <Button size="sm" variant="secondary" onClick={reload}>
          {t('refresh')}
        </Button>
      }
    >
      {t('listChanged')}
    </Banner>
  )
}
