import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import { SafetyScene } from '@darsi/design/graphics/illustrations.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { headOf } from '../../page.ts'
import { useHref, useSite } from '../../site.tsx'
import { FormPage } from '../parts/form-page.tsx'
import { useLinkAction } from '../parts/use-link-action.ts'
import { texts } from './texts.ts'

export const head = headOf(texts)

/** "This was not me" of the mails about a new address. A button, because programs that check mails open every link. */
export function Page() {
  const t = useTranslator(texts)
  const href = useHref()
  const { api } = useSite()
  const { done, failure, busy, act } = useLinkAction({
    call: (token) => api.call('POST /auth/email/undo', { body: { token } }),
    texts: { noLink: t('noLink'), failed: t('failed') },
  })
  if (done !== null) {
    return (
      <FormPage title={t('doneTitle')} picture={<SafetyScene />}>
        <Banner tone="success">{done}</Banner>
        <div className="form-page-actions">
          <LinkButton full href={href('/forgot-password')}>
            {t('newPassword')}
          </LinkButton>
          <LinkButton full variant="secondary" href={href('/login')}>
            {t('goToLogin')}
          </LinkButton>
        </div>
      </FormPage>
    )
  }
  return (
    <FormPage title={t('title')} lead={t('lead')} picture={<SafetyScene />}>
      {failure !== null && <Banner tone="danger">{failure}</Banner>}
      <Button full loading={busy} onClick={act}>
        {t('undo')}
      </Button>
      <p className="ds-soft">{t('hint')}</p>
      <noscript>{t('needsScript')}</noscript>
    </FormPage>
  )
}
