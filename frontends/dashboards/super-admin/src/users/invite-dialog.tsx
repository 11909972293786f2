import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { ActionDialog } from '@darsi/client/dialogs/action-dialog.tsx'
import type { AdminRole } from '@darsi/contracts/reference/roles.ts'
import { RadioGroup } from '@darsi/design/forms/choice.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { TextInput } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '@darsi/features/texts.ts'
import { useState } from 'react'

type Props = { api: ApiClient; onInvited: (role: AdminRole) => void; onClose: () => void }

/** spec §2 "Create Admin": sends an invitation by mail. The invited person sets a password. */
export function InviteDialog({ api, onInvited, onClose }: Props) {
  const t = useTranslator(texts.superAdmin)
  const usersT = useTranslator(texts.users)
  const [role, setRole] = useState<AdminRole>('admin')
  const [fullName, setFullName] = useState('')
  const [email, setEmail] = useState('')
  const [missing, setMissing] = useState(false)
  const send = () => {
    const isComplete = fullName.trim() !== '' && email.trim() !== ''
    setMissing(!isComplete)
    if (!isComplete) return null
    const body = { fullName: fullName.trim(), email: email.trim(), role }
    return api.call('POST /superadmin/admins', { body }).then(() => onInvited(role))
  }
  return (
    <ActionDialog
      title={t('createAdmin')}
      confirm={t('sendInvitation')}
      done={t('invited')}
      send={send}
      onClose={onClose}
    >
      <p>{t('inviteText')}</p>
      <RadioGroup<AdminRole>
        legend={usersT('roleColumn')}
        options={[
          { value: 'admin', label: usersT('role-admin') },
          { value: 'super-admin', label: usersT('role-super-admin'), hint: t('inviteForGood') },
        ]}
        value={role}
        onChange={setRole}
      />
      <Field
        label={t('fullName')}
        required
        error={missing && fullName.trim() === '' ? t('fullNameMissing') : undefined}
      >
        <TextInput dir="auto" autoComplete="off" maxLength={200} value={fullName} onChange={setFullName} />
      </Field>
      <Field
        label={t('email')}
        required
        error={missing && email.trim() === '' ? t('emailMissing') : undefined}
      >
        <TextInput
          type="email"
          dir="ltr"
          autoComplete="off"
          maxLength={254}
          value={email}
          onChange={setEmail}
        />
      </Field>
    </ActionDialog>
  )
}
