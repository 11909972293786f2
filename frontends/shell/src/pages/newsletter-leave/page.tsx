import { Banner } from '@darsi/ui/banner.tsx'
import { Button, LinkButton } from '@darsi/ui/button.tsx'
import { useTranslator } from '@darsi/ui/i18n.tsx'
import { MailScene } from '@darsi/ui/illustrations.tsx'
import { headOf } from '../../page.ts'
import { useHref } from '../../site.tsx'
import { FormPage } from '../parts/form-page.tsx'
import { texts } from './texts.ts'
import { useLeaving } from './use-leaving.ts'

export const head = headOf(texts)

/** A button, because programs that check mails open every link and some run its scripts. */
export function Page() {
  const t = useTranslator(texts)
  const href = useHref()
  const { left, failure, busy, leave } = useLeaving()
  if (left !== null) {
    return (
      <FormPage title={t('leftTitle')} picture={<MailScene />}>
        <Banner tone="success">{left}</Banner>
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
      <Button full loading={busy} onClick={leave}>
        {t('leave')}
      </Button>
      <noscript>{t('needsScript')}</noscript>
    </FormPage>
  )
}
