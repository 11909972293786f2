import { Button } from '@darsi/design/forms/button.tsx'
import { ArrowStartIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../../texts.ts'

/** From a teacher back to the list. */
export function BackButton({ onBack }: { onBack: () => void }) {
  const t = useTranslator(texts.teachers)
  return (
    <div className="ds-row">
      <Button variant="quiet" size="sm" icon={ArrowStartIcon} onClick={onBack}>
        {t('back')}
      </Button>
    </div>
  )
}
