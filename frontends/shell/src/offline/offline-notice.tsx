import { network } from '@darsi/client/api/network.ts'
import type { OfflineCopies } from '@darsi/client/offline/offline-copies.ts'
import { WifiOffIcon } from '@darsi/design/graphics/icons.tsx'
import { formatDateTime } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { designTexts } from '@darsi/design/i18n/texts.ts'
import { useCallback, useSyncExternalStore } from 'react'
import './offline-notice.css'

/** Shown while the browser reports that it is offline, a dashboard shows its copies, or the network does not answer. */
export function OfflineNotice({ copies }: { copies?: OfflineCopies }) {
  const t = useTranslator(designTexts.ui)
  const language = useLanguage()
  const online = useSyncExternalStore(
    useCallback((onChange) => watch(onChange, copies), [copies]),
    () => navigator.onLine && copies?.isReading() !== true,
    () => true,
  )
  const silent = useSyncExternalStore(network.watch, network.isSilent, () => false)
  const since = online ? null : (copies?.since() ?? null)
  return (
    <div role="status">
      {(!online || silent) && (
        <p className="offline-notice">
          <WifiOffIcon />{' '}
          {since !== null
            ? t('offlineCopy', { when: formatDateTime(since, language) })
            : t(online ? 'networkSilent' : 'networkError')}
        </p>
      )}
    </div>
  )
}

function watch(onChange: () => void, copies: OfflineCopies | undefined) {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  const unwatch = copies?.watch(onChange)
  return () => {
    unwatch?.()
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}
