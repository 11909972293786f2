import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import { Button } from '../forms/button.tsx'
import { useLanguage, useTranslator } from '../i18n/i18n.tsx'
import { designTexts } from '../i18n/texts.ts'
import './load-more.css'

type Props = {
  shown: number
  total: number
  /** Null if there is nothing more. */
  onLoad: (() => void) | null
  loading?: boolean
}

/** The end of a paged list, with a button for the next page. */
export function LoadMore({ shown, total, onLoad, loading = false }: Props) {
  const t = useTranslator(designTexts.ui)
  const language = useLanguage()
  return (
    <div className="ds-load-more">
      <p className="ds-small ds-soft ds-numbers" role="status">
        {t('shownOfTotal', { shown: formatNumber(shown, language), total: formatNumber(total, language) })}
      </p>
      {onLoad && (
        <Button variant="secondary" onClick={onLoad} loading={loading}>
          {t('loadMore')}
        </Button>
      )}
    </div>
  )
}
