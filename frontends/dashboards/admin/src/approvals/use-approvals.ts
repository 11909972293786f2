import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useHeld } from '@darsi/client/queue/use-held.ts'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { errorText } from '@darsi/design/i18n/error-text.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { readProfileAt } from '@darsi/features/proofs/public.ts'
import { texts } from '@darsi/features/texts.ts'
import type { ListedUser } from '@darsi/features/users/public.ts'

const bodyOf = {
  approve: (_: string) => ({ status: 'approved', notes: 'Approved by admin' }) as const,
  reject: (notes: string) => ({ status: 'suspended', notes }) as const,
}

type Read = { user: ListedUser; profileAt: string | undefined }

/** Decisions in the queue: each can be undone for ten seconds, and several are sent at the same time. */
export function useApprovals(api: ApiClient, onDecided: (id: string) => void) {
  const t = useTranslator(texts.admin)
  const tu = useTranslator(texts.users)
  const toast = useToast()
  const { ids, hold, undoLast } = useHeld()
  const send = async ({ user, profileAt }: Read, decision: 'approve' | 'reject', reason: string) => {
    try {
      await api.call('PUT /admin/users/:id/status', {
        params: { id: user.id },
        body: { ...bodyOf[decision](reason), seen: user.status, ...(profileAt && { profileAt }) },
        keepalive: true,
      })
      onDecided(user.id)
      return true
    } catch (failure) {
      const why = errorText(failure, tu(`${decision}Failed`))
      toast(t('decisionFailed', { name: nameOf(user), reason: why }), 'danger')
      return false
    }
  }
  return {
    heldIds: ids,
    undoLast,
    decide: (users: readonly ListedUser[], decision: 'approve' | 'reject', reason = '') => {
      const [only] = users
      if (only === undefined) return
      // as it is on the page now: the calls are sent seconds later
      const read = users.map((user) => ({ user, profileAt: readProfileAt(api, user.id) }))
      hold(
        users.length === 1
          ? tu(`${decision}Done`, { name: nameOf(only) })
          : t('approvedCount', { count: users.length }),
        {
          ids: users.map(({ id }) => id),
          reason: { draft: reasonDraft(only.id), text: reason },
          // all at once: a page that is left sends only what it has started
          send: async () =>
            (await Promise.all(read.map((each) => send(each, decision, reason)))).every(Boolean),
        },
      )
    },
  }
}

export const reasonDraft = (id: string) => `reject/${id}`

export const nameOf = ({ fullName, email }: Pick<ListedUser, 'fullName' | 'email'>) => fullName || email
