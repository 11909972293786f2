import type { Role } from '@darsi/contracts/roles.ts'
import type { ApiClient } from '../api-client.ts'
import { useTranslator } from '../i18n.tsx'
import { securityTexts } from '../security-texts.ts'
import { clearSession } from '../session.ts'
import { AskPassword } from './ask-password.tsx'

type Props = { api: ApiClient; role: Role | undefined; onClose: () => void }

/** Says what is lost, and closes the account. */
export function LeaveDialog({ api, role, onClose }: Props) {
  const t = useTranslator(securityTexts)
  return (
    <AskPassword
      title={t('leaveTitle')}
      confirm={t('leave')}
      danger
      onPassword={async (password) => {
        await api.call('DELETE /me', { body: { password } })
        clearSession()
        location.assign('/')
      }}
      onClose={onClose}
    >
      <p>{t('leaveWarning')}</p>
      {role === 'parent' && <p>{t('leaveParent')}</p>}
      {(role === 'teacher' || role === 'student') && <p>{t('leaveLessons')}</p>}
    </AskPassword>
  )
}
