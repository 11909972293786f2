import type { ApiClient } from '@darsi/client/api/api-client.ts'
import type { DashboardUser } from '@darsi/client/dashboard/dashboard-props.ts'
import { TextDialog } from '@darsi/client/dialogs/text-dialog.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type ReactNode, useState } from 'react'
import { texts } from '../texts.ts'
import { mayDecideOn } from './decision.ts'
import type { ListedUser } from './use-users.ts'

export type EndSessions = {
  may: (user: ListedUser) => boolean
  ask: (user: ListedUser) => void
  dialog: ReactNode
}

/** Asks for a reason and ends every session of an account. The account itself does not change. */
export function useEndSessions(api: ApiClient, admin: Pick<DashboardUser, 'role'>): EndSessions {
  const t = useTranslator(texts.users)
  const [asked, setAsked] = useState<ListedUser | null>(null)
  const name = asked === null ? '' : asked.fullName || asked.email
  return {
    // a suspended account has no sessions
    may: (user) => user.status !== 'suspended' && mayDecideOn(admin, user),
    ask: setAsked,
    dialog: asked && (
      <TextDialog
        key={asked.id}
        draft={`end-sessions/${asked.id}`}
        title={t('endSessionsTitle', { name })}
        confirm={t('endSessions')}
        done={t('endSessionsDone', { name })}
        danger
        failed={t('endSessionsFailed')}
        label={t('reason')}
        hint={t('endSessionsHint')}
        missing={t('reasonRequired')}
        maxLength={500}
        onText={(reason) =>
          api.call('POST /admin/users/:id/end-sessions', { params: { id: asked.id }, body: { reason } })
        }
        onClose={() => setAsked(null)}
      >
        <p>{t('endSessionsText')}</p>
      </TextDialog>
    ),
  }
}
