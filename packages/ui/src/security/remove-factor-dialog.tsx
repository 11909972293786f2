import type { ApiClient } from '../api-client.ts'
import { useTranslator } from '../i18n.tsx'
import { securityTexts } from '../security-texts.ts'
import { useToast } from '../toast.tsx'
import { AskPassword } from './ask-password.tsx'
import type { Factor } from './factors-card.tsx'

type Props = { api: ApiClient; factor: Factor; onClose: () => void; onRemoved: () => void }

/** Less protection takes the password. */
export function RemoveFactorDialog({ api, factor, onClose, onRemoved }: Props) {
  const t = useTranslator(securityTexts)
  const toast = useToast()
  return (
    <AskPassword
      title={t('removeTitle', { name: factor.name })}
      confirm={t('remove')}
      danger
      onPassword={async (password) => {
        await api.call('DELETE /auth/factors/:id', { params: { id: factor.id }, body: { password } })
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
