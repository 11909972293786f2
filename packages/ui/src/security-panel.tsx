import { useCallback } from 'react'
import type { ApiClient } from './api-client.ts'
import { LoadedPanel, useLoaded } from './loaded.tsx'
import { EmailCard } from './security/email-card.tsx'
import { FactorsCard } from './security/factors-card.tsx'
import { OwnDataCard } from './security/own-data-card.tsx'
import { PasswordCard } from './security/password-card.tsx'
import { SessionsCard } from './security/sessions-card.tsx'

/** Password, address, second factor, devices that are signed in, and the data of the caller's own account. */
export function SecurityPanel({ api }: { api: ApiClient }) {
  const sessions = useLoaded(
    useCallback((signal: AbortSignal) => api.call('GET /auth/sessions', { signal }), [api]),
  )
  const factors = useLoaded(
    useCallback((signal: AbortSignal) => api.call('GET /auth/factors', { signal }), [api]),
  )
  return (
    <>
      {/* a new password ends the other sessions */}
      <PasswordCard api={api} onChanged={sessions.reload} />
      <EmailCard api={api} />
      <LoadedPanel of={factors}>
        {({ data }) => <FactorsCard api={api} {...data} onChanged={factors.reload} />}
      </LoadedPanel>
      <LoadedPanel of={sessions}>
        {({ data }) => <SessionsCard api={api} sessions={data} onChanged={sessions.reload} />}
      </LoadedPanel>
      <OwnDataCard api={api} />
    </>
  )
}
