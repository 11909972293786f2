import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { FailureBanner } from '@darsi/client/query/failure-banner.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { Suspense, useRef } from 'react'

// most visits have no open request, so the cards are not part of the dashboard's first load
const ConsentCards = retryableLazy(async () => ({
  default: (await import('./consent-cards.tsx')).ConsentCards,
}))

/** The children's requests that need this guardian's consent. Renders nothing if there are none. */
export function ConsentRequests({ api }: { api: ApiClient }) {
  const pending = useCall(api, 'GET /connections', { query: { box: 'sent', status: 'pending' } })
  const waiting = (pending.data?.data ?? []).filter(({ actions }) => actions.includes('consent'))
  // stays after the last answer, because its dialog is still open then
  const wasNeeded = useRef(false)
  if (waiting.length > 0) wasNeeded.current = true
  return (
    <>
      <FailureBanner error={pending.error} reload={pending.reload} />
      {wasNeeded.current && (
        <Suspense>
          <ConsentCards api={api} waiting={waiting} />
        </Suspense>
      )}
    </>
  )
}
