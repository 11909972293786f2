import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button, LinkButton } from '@darsi/design/forms/button.tsx'
import { MailScene } from '@darsi/design/graphics/illustrations.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { headOf } from '../../page.ts'
import { useHref, useSite } from '../../site.tsx'
import { FormPage } from '../parts/form-page.tsx'
import { useLinkAction } from '../parts/use-link-action.ts'
import { texts } from './texts.ts'

export const head = headOf(texts)

/** A button, because programs that check mails open every link and some run its scripts. */
export function Page() {
  const t = useTranslator(texts)
  const href = useHref()
  const { api } = useSite()
  const { done, failure, busy, act } = useLinkAction({
    call: (token) => api.call('POST /newsletter/leave', { body: { token } }),
    texts: { noLink: t('noLink'), failed: t('failed') },
  })
  if (done !== null) {
    return (
      <FormPage title={t('leftTitle')} picture={<MailScene />}>
        <Banner tone="success">{done}</Banner>
        <div className="form-page-actions">
          <LinkButton full href={href('/newsletter')}>
            {t('joinAgain')}
          </LinkButton>
          <LinkButton full variant="secondary" href={href('/')}>
            {t('goHome')}
          </LinkButton>
        </div>
      </FormPage>
    )
  }
  return (
    <FormPage title={t('title')} lead={t('lead')} picture={<MailScene />}>
      {failure !== null && <Banner tone="danger">{failure}</Banner>}
      <Button full loading={busy} onClick={act}>
        {t('leave')}
      </Button>
      <noscript>{t('needsScript')}</noscript>
    </FormPage>
  )
}
