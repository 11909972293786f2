import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { ActionDialog } from '@darsi/client/dialogs/action-dialog.tsx'
import { useLinkedItem } from '@darsi/client/place/use-linked-item.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import type { GroupHour } from '@darsi/contracts/calls/availability/groups-api.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { Suspense, useId, useState } from 'react'
import { texts } from '../texts.ts'
import { GroupCard, useGroupDay } from './group-card.tsx'

// loaded on the first click, to keep the dashboard's first load small
const OfferGroup = retryableLazy(async () => ({ default: (await import('./offer-group.tsx')).OfferGroup }))

type Props = { api: ApiClient; teacherId: string; onProfile: () => void }

/** A teacher's own group hours: who is coming, by first name, with a button to offer another. */
export function OfferedGroups({ api, teacherId, onProfile }: Props) {
  const t = useTranslator(texts.groups)
  const heading = useId()
  const [offering, setOffering] = useState(false)
  const [ending, setEnding] = useState<GroupHour | null>(null)
  const groups = useCall(api, 'GET /groups')
  const list = useLinkedItem('group', groups.data?.data ?? [])
  const profile = useCall(api, 'GET /me/profile')
  const roleData = profile.data?.data.roleData
  const types = roleData?.['sessionTypes']
  const isOffering = Array.isArray(types) && types.includes('group')
  return (
    <section className="ds-stack ds-offered-groups" aria-labelledby={heading}>
      <PageHeader
        level={2}
        title={<span id={heading}>{t('groupHours')}</span>}
        actions={isOffering && <Button onClick={() => setOffering(true)}>{t('offer')}</Button>}
      >
        {t('offeredText')}
      </PageHeader>
      {roleData !== undefined && !isOffering && (
        <Banner
          live="none"
          actions={
            <Button size="sm" variant="secondary" onClick={onProfile}>
              {t('openProfile')}
            </Button>
          }
        >
          {t('typeMissing')}
        </Banner>
      )}
      <LoadedPanel of={groups} shape="text">
        {({ data }) =>
          data.length === 0 ? (
            <p className="ds-soft">{t('noneOffered')}</p>
          ) : (
            <ul className="ds-lessons" ref={list}>
              {data.map((group) => (
                <GroupCard key={group.id} group={group} viewer="teacher">
                  <Learners group={group} />
                  {group.canCancel && <CancelButton group={group} onClick={() => setEnding(group)} />}
                </GroupCard>
              ))}
            </ul>
          )
        }
      </LoadedPanel>
      {offering && (
        <Suspense>
          <OfferGroup
            api={api}
            teacherId={teacherId}
            taught={roleData?.['teachingSubjects']}
            onClose={() => setOffering(false)}
          />
        </Suspense>
      )}
      {ending !== null && <CancelGroup api={api} group={ending} onClose={() => setEnding(null)} />}
    </section>
  )
}

function Learners({ group: { learners } }: { group: GroupHour }) {
  const t = useTranslator(texts.groups)
  if (learners.length === 0) return null
  return (
    <ul className="ds-group-names" aria-label={t('whoComes')}>
      {learners.map(({ sessionId, name, status }) => (
        <li key={sessionId}>
          <Badge tone={status === 'proposed' ? 'warning' : 'accent'}>
            {status === 'proposed' ? t('nameWaits', { name }) : name}
          </Badge>
        </li>
      ))}
    </ul>
  )
}

type OfGroup = { group: GroupHour }

function CancelButton({ group, onClick }: OfGroup & { onClick: () => void }) {
  const t = useTranslator(texts.groups)
  const day = useGroupDay(group)
  return (
    <div className="ds-row">
      <Button size="sm" variant="quiet" onClick={onClick}>
        {t('cancel')}
        <span className="ds-hidden"> {day}</span>
      </Button>
    </div>
  )
}

function CancelGroup({ api, group, onClose }: OfGroup & { api: ApiClient; onClose: () => void }) {
  const t = useTranslator(texts.groups)
  const day = useGroupDay(group)
  const send = () =>
    api
      .call('POST /groups/:id/cancel', { params: { id: group.id } })
      .then(() => invalidate(api, 'lesson', 'hours'))
  return (
    <ActionDialog
      title={t('cancelTitle', { day })}
      confirm={t('cancel')}
      done={t('cancelled')}
      danger
      send={send}
      onClose={onClose}
    >
      <p>{t('cancelText', { count: group.taken })}</p>
    </ActionDialog>
  )
}
