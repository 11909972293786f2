import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { AskPassword } from '@darsi/client/password-question/ask-password.tsx'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../../texts.ts'

type Props = {
  api: ApiClient
  factor: { id: string; name: string }
  onClose: () => void
  onRemoved: () => void
}

/** Asks for the password, because removing a factor weakens the protection of the account. */
export function RemoveFactorDialog({ api, factor, onClose, onRemoved }: Props) {
  const t = useTranslator(texts.security)
  const toast = useToast()
  return (
    <AskPassword
      title={t('removeTitle', { name: factor.name })}
      confirm={t('remove')}
      danger
      onPassword={async (password, code) => {
        await api.call('DELETE /auth/factors/:id', { params: { id: factor.id }, body: { password, ...code } })
        onRemoved()
        toast(t('removed', { name: factor.name }))
        onClose()
      }}
      onClose={onClose}
    >
      <p>{t('removeText')}</p>
    </AskPassword>
  )
}
