import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'
import { useUnreadBadge } from './use-unread-badge.ts'

/** The number of unread messages with a button. Renders nothing if there are none. */
export function UnreadBanner({ api, onOpen }: { api: ApiClient; onOpen: () => void }) {
  const t = useTranslator(texts.messages)
  const { badge, badgeLabel } = useUnreadBadge(api)
  if (badge === 0) return null
  return (
    <Banner
      live="none"
      actions={
        <Button size="sm" variant="secondary" onClick={onOpen}>
          {t('open')}
        </Button>
      }
    >
      {badgeLabel}
    </Banner>
  )
}
