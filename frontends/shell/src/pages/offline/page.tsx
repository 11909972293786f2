import { onNetworkReturn } from '@darsi/client/api/network-events.ts'
import { placeOf } from '@darsi/contracts/reference/languages.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect } from 'react'
import { headOf } from '../../page-module.ts'
import { texts } from '../../texts.ts'

export const head = headOf(texts.offline)

/** The service worker shows this page offline instead of a page that is not in its cache. It opens that page when the network is back. */
export function Page() {
  const t = useTranslator(texts.offline)
  useEffect(reloadOnReturn, [])
  return (
    <div className="ds-page page-lead">
      <h1>{t('title')}</h1>
      <p>{t('description')}</p>
      <div className="ds-row">
        <Button onClick={() => location.reload()}>{t('tryAgain')}</Button>
      </div>
    </div>
  )
}

const lookMs = 5_000

/** HEAD, because the service worker answers GET from its copies. */
function reloadOnReturn() {
  // at its own address it is a page like any other
  if (placeOf(location.pathname).path === '/offline') return
  let request = new AbortController()
  const look = () => {
    request.abort()
    request = new AbortController()
    fetch(location.pathname, { method: 'HEAD', cache: 'no-store', signal: request.signal }).then(
      ({ status }) => status < 500 && location.reload(),
      // not yet
      () => {},
    )
  }
  const unwatch = onNetworkReturn(look)
  const timer = setInterval(look, lookMs)
  return () => {
    unwatch()
    clearInterval(timer)
    request.abort()
  }
}
