import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { mondayOf, tunisDay } from '@darsi/contracts/reference/tunis-time.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { CalendarIcon, UserPlusIcon, UsersIcon } from '@darsi/design/graphics/icons.tsx'
import { formatKnown } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useNow } from '@darsi/design/i18n/use-now.ts'
import { StatCard } from '@darsi/design/layout/card.tsx'
import { usePendingBadge } from '@darsi/features/connections/public.ts'
import { texts } from '@darsi/features/texts.ts'

type Props = Pick<DashboardProps, 'api'> & { onRequests: () => void }

/** Lessons of today, requests to answer, places left; a figure of zero is left out. */
export function Glance({ api, onRequests }: Props) {
  const t = useTranslator(texts.teacher)
  const language = useLanguage()
  const { badge: requests } = usePendingBadge(api, 'received')
  const quota = useCall(api, 'GET /me/quota').data?.data
  const left = quota && quota.limit !== null ? Math.max(0, quota.limit - quota.used) : undefined
  const today = useToday(api)
  return (
    <div className="ds-grid ds-figures">
      {today !== undefined && today > 0 && (
        <StatCard icon={CalendarIcon} label={t('today')} value={formatKnown(today, language)} />
      )}
      {requests > 0 && (
        <StatCard
          icon={UserPlusIcon}
          tone="warning"
          label={t('toAnswer')}
          value={formatKnown(requests, language)}
          hint={
            <Button size="sm" variant="soft" onClick={onRequests}>
              {t('tab_student-requests')}
            </Button>
          }
        />
      )}
      {left !== 0 && (
        <StatCard
          icon={UsersIcon}
          label={t('placesLeft')}
          value={quota?.limit === null ? t('noLimit') : formatKnown(left, language)}
        />
      )}
    </div>
  )
}

/** The number of lessons today that are not cancelled; the calendar below makes the same call. */
function useToday(api: Props['api']): number | undefined {
  const now = new Date(useNow())
  const lessons = useCall(api, 'GET /sessions', { query: { week: mondayOf(now), limit: 100 } })
  const today = tunisDay(now)
  return lessons.data?.data.filter(({ date, status }) => date === today && status !== 'cancelled').length
}
