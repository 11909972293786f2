import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import { EmailCard } from './email-card.tsx'
import { FactorsCard } from './factors-card.tsx'
import { OwnDataCard } from './own-data-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** Password, email address, second factor, signed-in devices and data of the caller's own account. */
export function SecurityPanel({ api }: { api: ApiClient }) {
  const sessions = useCall(api, 'GET /auth/sessions')
  const factors = useCall(api, 'GET /auth/factors')
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
