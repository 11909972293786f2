import type { ApiClient } from '@darsi/client/api/api-client.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { ErrorBoundary } from '@darsi/design/feedback/error-boundary.tsx'
import { type ReactNode, useEffect, useState } from 'react'
import { Chrome } from '../chrome/chrome.tsx'
import { alive } from '../early/held-submit.ts'
import { OfflineNotice } from '../offline/offline-notice.tsx'
import { UnexpectedError } from '../screens/unexpected-error.tsx'
import { SiteProvider } from '../site.tsx'

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
