import type { ApiClient } from '@darsi/client/api/api-client.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { ErrorBoundary } from '@darsi/design/feedback/error-boundary.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type ReactNode, useEffect, useState } from 'react'
import { SiteFooter } from '../chrome/site-footer.tsx'
import { BareHeader, SiteHeader } from '../chrome/site-header.tsx'
import { alive } from '../early/held-submit.ts'
import { OfflineNotice } from '../offline/offline-notice.tsx'
import { UnexpectedError } from '../screens/unexpected-error.tsx'
import { SiteProvider, useSite } from '../site.tsx'
import { texts } from '../texts.ts'
import '../chrome/chrome.css'

type PublicAppProps = { language: Language; path: string; api: ApiClient; children: ReactNode }

/** A public page in its frame. The tree is the same when prerendered and when hydrated. */
export function PublicApp({ children, ...site }: PublicAppProps) {
  const [settled, setSettled] = useState(false)
  // the first hydration pass has stored the early input, so the second can render
  useEffect(() => {
    if (settled) dispatchEvent(new Event(alive))
    else setSettled(true)
  }, [settled])
  return (
    <SiteProvider {...site}>
      <ErrorBoundary fallback={() => <UnexpectedError />}>
        <Chrome>{children}</Chrome>
      </ErrorBoundary>
      <OfflineNotice />
    </SiteProvider>
  )
}

/** The frame of every public page (spec §2, shared chrome). */
function Chrome({ children }: { children: ReactNode }) {
  const t = useTranslator(texts.frame)
  const { path } = useSite()
  return (
    <div className="chrome">
      <a className="ds-skip" href="#content">
        {t('skip')}
      </a>
      {path === '/under-construction' ? <BareHeader /> : <SiteHeader />}
      <main id="content" className="chrome-main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
    </div>
  )
}
