import { useState } from 'react'
import { ActionDialog } from '../action-dialog.tsx'
import type { ApiClient } from '../api-client.ts'
import { Field } from '../field.tsx'
import { useTranslator } from '../i18n.tsx'
import { PasswordInput } from '../input.tsx'
import { securityTexts } from '../security-texts.ts'
import type { Factor } from './factors-card.tsx'

type Props = { api: ApiClient; factor: Factor; onClose: () => void; onRemoved: () => void }

/** Less protection takes the password, so that an unlocked screen is not enough. */
export function RemoveFactorDialog({ api, factor, onClose, onRemoved }: Props) {
  const t = useTranslator(securityTexts)
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const remove = async () => {
    await api.call('DELETE /auth/factors/:id', { params: { id: factor.id }, body: { password } })
    onRemoved()
  }
  return (
    <ActionDialog
      title={t('removeTitle', { name: factor.name })}
      confirm={t('remove')}
      done={t('removed', { name: factor.name })}
      danger
      send={() => {
        setMissing(password === '')
        return password === '' ? null : remove()
      }}
      onClose={onClose}
    >
      <p>{t('removeText')}</p>
      <Field label={t('password')} error={missing ? t('currentPasswordMissing') : null} required>
        <PasswordInput
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
    </ActionDialog>
  )
}
