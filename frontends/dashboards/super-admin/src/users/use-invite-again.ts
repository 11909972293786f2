import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useAction } from '@darsi/client/query/use-action.ts'
import { isAdmin } from '@darsi/contracts/reference/roles.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '@darsi/features/texts.ts'
import type { ListedUser } from '@darsi/features/users/public.ts'

export type InviteAgain = { invite: (user: ListedUser) => void; busy: boolean }

/** Mails a new link to an invited administrator; the earlier link ends, and the list gets the new row by an event. */
export function useInviteAgain(api: ApiClient): InviteAgain {
  const t = useTranslator(texts.superAdmin)
  const { run, busy } = useAction({ inToast: true })
  return {
    busy,
    invite: ({ fullName, email, role }) => {
      if (!isAdmin(role)) return
      void run(() => api.call('POST /superadmin/admins', { body: { fullName, email, role } }), t('invited'))
    },
  }
}
