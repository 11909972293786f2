import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { ConfirmDialog } from '@darsi/design/dialogs/dialog.tsx'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '@darsi/features/texts.ts'
import type { ListedUser } from '@darsi/features/users/public.ts'
import { type ReactNode, useState } from 'react'

type Deletion = { ask: (user: ListedUser) => void; dialog: ReactNode }

/** spec §2: the confirmation "Delete User" before an account is erased everywhere. */
export function useDeletion(api: ApiClient, onDeleted: (id: string) => void): Deletion {
  const t = useTranslator(texts.users)
  const toast = useToast()
  const [asked, setAsked] = useState<ListedUser | null>(null)
  const name = asked === null ? '' : asked.fullName || asked.email

  const erase = async () => {
    if (asked === null) return
    await api.call('DELETE /admin/users/:id', { params: { id: asked.id } })
    onDeleted(asked.id)
    setAsked(null)
    toast(t('deleteDone', { name }))
  }

  return {
    ask: setAsked,
    dialog: (
      <ConfirmDialog
        open={asked !== null}
        title={t('deleteTitle')}
        confirmLabel={t('deleteUser')}
        danger
        onConfirm={erase}
        failed={t('deleteFailed')}
        onCancel={() => setAsked(null)}
      >
        <p>{t('deleteText', { name })}</p>
      </ConfirmDialog>
    ),
  }
}
