import type { Role } from '@darsi/contracts/reference/roles.ts'
import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useSignOut } from '../session/use-sign-out.ts'
import { useHref } from '../site.tsx'
import { texts } from '../texts.ts'
import { Notice } from './notice.tsx'

export function AccessDenied({ role, required }: { role: Role; required: readonly Role[] }) {
  const t = useTranslator(texts.frame)
  const href = useHref()
  const signOut = useSignOut()
  return (
    <Notice
      title={t('accessDenied')}
      actions={
        <>
          <Button onClick={() => void signOut('/login')}>{t('logoutAndTry')}</Button>
          <LinkButton variant="secondary" href={href('/')}>
            {t('goHome')}
          </LinkButton>
        </>
      }
    >
      <p>{t('noPermission')}</p>
      <dl className="screen-facts">
        <dt>{t('yourRole')}</dt>
        <dd>{t(`role_${role}`)}</dd>
        <dt>{t('requiredRoles')}</dt>
        <dd>{required.map((one) => t(`role_${one}`)).join(', ')}</dd>
      </dl>
    </Notice>
  )
}
