import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import { Dialog } from '@darsi/design/dialogs/dialog.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'
import { AccountDetail } from './account-detail.tsx'
import type { EndSessions } from './use-end-sessions.tsx'
import type { ListedUser } from './use-users.ts'

type Props = {
  api: ApiClient
  user: Pick<ListedUser, 'id'> & Partial<Pick<ListedUser, 'fullName' | 'email'>>
  /** Adds a button that ends the account's sessions. */
  sessions?: EndSessions
  onClose: () => void
}

/** One account: its data and the decisions about it, with author and reason. */
export function HistoryDialog({ api, user, sessions, onClose }: Props) {
  const t = useTranslator(texts.users)
  const history = useCall(api, 'GET /admin/users/:id', { params: { id: user.id } })
  const known = history.data?.data ?? user
  return (
    <Dialog open title={<bdi>{known.fullName || known.email}</bdi>} onClose={onClose}>
      <LoadedPanel of={history} shape="text">
        {({ data }) => (
          <div className="ds-stack">
            <AccountDetail api={api} of={data} />
            {sessions?.may(data) && (
              <div className="ds-row">
                <Button
                  variant="danger-quiet"
                  onClick={() => {
                    onClose()
                    sessions.ask(data)
                  }}
                >
                  {t('endSessions')}
                </Button>
              </div>
            )}
          </div>
        )}
      </LoadedPanel>
    </Dialog>
  )
}
