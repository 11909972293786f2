import { WifiOffIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { uiTexts } from '@darsi/design/i18n/texts.ts'
import { useSyncExternalStore } from 'react'
import './offline-notice.css'

/** Shown while the browser reports that it is offline. */
export function OfflineNotice() {
  const t = useTranslator(uiTexts)
  const online = useSyncExternalStore(
    watch,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status">
      {!online && (
        <p className="offline-notice">
          <WifiOffIcon /> {t('networkError')}
        </p>
      )}
    </div>
  )
}

function watch(onChange: () => void) {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}
