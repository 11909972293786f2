import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { AskPassword } from '@darsi/client/password-question/ask-password.tsx'
import { clearSession } from '@darsi/client/session/session.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../../texts.ts'

type Props = { api: ApiClient; role: Role | undefined; onClose: () => void }

/** Says what will be lost, and closes the account. */
export function LeaveDialog({ api, role, onClose }: Props) {
  const t = useTranslator(texts.security)
  return (
    <AskPassword
      title={t('leaveTitle')}
      confirm={t('leave')}
      danger
      onPassword={async (password, code) => {
        await api.call('DELETE /me', { body: { password, ...code } })
        clearSession()
        location.assign('/')
      }}
      onClose={onClose}
    >
      <p>{t('leaveWarning')}</p>
      {role === 'parent' && <p>{t('leaveParent')}</p>}
      {role === 'student' && <p>{t('leaveMinor')}</p>}
      {(role === 'teacher' || role === 'student') && <p>{t('leaveLessons')}</p>}
    </AskPassword>
  )
}
