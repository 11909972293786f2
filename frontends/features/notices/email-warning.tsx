import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { Suspense } from 'react'
import { useNewestNotice } from './newest-notice.ts'
import type { NoticeTabs } from './notice-topic.ts'

// few people ever need it
const Banner = retryableLazy(async () => ({
  default: (await import('./email-warning-banner.tsx')).EmailWarningBanner,
}))

/** Above the tabs of a dashboard, while mails to the address of the reader come back. */
export const emailWarning =
  ({ account = '' }: NoticeTabs) =>
  ({ api, onTabChange }: Pick<DashboardProps, 'api' | 'onTabChange'>) =>
    useNewestNotice(api)?.mailsReturn === true ? (
      <Suspense>
        <Banner onChange={() => onTabChange(account, { section: 'security' })} />
      </Suspense>
    ) : null
