import { SafetyScene } from '@darsi/design/graphics/illustrations.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { headOf } from '../../page-module.ts'
import { useHref, useSite } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { MailedLinkPage } from '../parts/mailed-link-page.tsx'

export const head = headOf(texts.undoEmailChange)

/** Stops or reverts a change of the email address. The mails about the change link here. */
export function Page() {
  const t = useTranslator(texts.undoEmailChange)
  const href = useHref()
  const { api } = useSite()
  return (
    <MailedLinkPage
      title={t('title')}
      lead={t('lead')}
      picture={<SafetyScene />}
      action={t('undo')}
      call={(token) => api.call('POST /auth/email/undo', { body: { token } })}
      done={{
        title: t('doneTitle'),
        links: [
          { href: href('/forgot-password'), label: t('newPassword') },
          { href: href('/login'), label: t('goToLogin') },
        ],
      }}
      texts={{ noLink: t('noLink'), failed: t('failed'), needsScript: t('needsScript') }}
    >
      <p className="ds-soft">{t('hint')}</p>
    </MailedLinkPage>
  )
}
