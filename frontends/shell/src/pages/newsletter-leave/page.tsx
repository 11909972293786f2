import { MailScene } from '@darsi/design/graphics/illustrations.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { headOf } from '../../page-module.ts'
import { useHref, useSite } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { MailedLinkPage } from '../parts/mailed-link-page.tsx'

export const head = headOf(texts.newsletterLeave)

/** Ends a subscription. Each newsletter links here. */
export function Page() {
  const t = useTranslator(texts.newsletterLeave)
  const href = useHref()
  const { api } = useSite()
  return (
    <MailedLinkPage
      title={t('title')}
      lead={t('lead')}
      picture={<MailScene />}
      action={t('leave')}
      call={(token) => api.call('POST /newsletter/leave', { body: { token } })}
      done={{
        title: t('leftTitle'),
        links: [
          { href: href('/newsletter'), label: t('joinAgain') },
          { href: href('/'), label: t('goHome') },
        ],
      }}
      texts={{ noLink: t('noLink'), failed: t('failed'), needsScript: t('needsScript') }}
    />
  )
}
