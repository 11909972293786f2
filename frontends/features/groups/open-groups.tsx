import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import type { GroupHour } from '@darsi/contracts/calls/availability/groups-api.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { useId, useState } from 'react'
import { texts } from '../texts.ts'
import { GroupCard, useGroupDay } from './group-card.tsx'
import { JoinGroup } from './join-group.tsx'

type Props = {
  api: ApiClient
  /** Only the group hours of this teacher; else of all teachers whom the reader is connected with. */
  teacherId?: string
}

/** For learners and guardians: the group hours that they may join. Nothing where there is none. */
export function OpenGroups({ api, teacherId }: Props) {
  const t = useTranslator(texts.groups)
  const heading = useId()
  const [joining, setJoining] = useState<GroupHour | null>(null)
  const groups = useCall(api, 'GET /groups', { query: { ...(teacherId && { teacherId }) } })
  // the dialog stays, because it shows why the last group hour was refused
  if (groups.data?.data.length === 0 && joining === null) return null
  return (
    <section className="ds-stack" aria-labelledby={heading}>
      <PageHeader level={2} title={<span id={heading}>{t('groupHours')}</span>}>
        {t('groupHoursText')}
      </PageHeader>
      <LoadedPanel of={groups} shape="text">
        {({ data }) => (
          <ul className="ds-lessons">
            {data.map((group) => (
              <GroupCard key={group.id} group={group} viewer="learner">
                <OwnSeats group={group} />
                <Choices group={group} onJoin={() => setJoining(group)} />
              </GroupCard>
            ))}
          </ul>
        )}
      </LoadedPanel>
      {joining !== null && <JoinGroup api={api} group={joining} onClose={() => setJoining(null)} />}
    </section>
  )
}

function OwnSeats({ group: { seats } }: { group: GroupHour }) {
  const t = useTranslator(texts.groups)
  if (seats.length === 0) return null
  return (
    <ul className="ds-group-names">
      {seats.map(({ sessionId, name, status }) => (
        <li key={sessionId}>
          {status === 'proposed' ? (
            <Badge tone="warning">{t('seatWaits', { name })}</Badge>
          ) : (
            <Badge tone="success">{t('seatBooked', { name })}</Badge>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The button, or why none of the reader's learners can join. */
function Choices({ group, onJoin }: { group: GroupHour; onJoin: () => void }) {
  const t = useTranslator(texts.groups)
  const day = useGroupDay(group)
  const { choices, seats } = group
  if (choices.length === 0 && seats.length === 0)
    return <p className="ds-soft ds-small">{t('connectFirst')}</p>
  const refused = choices.filter(({ refusal }) => refusal !== null)
  return (
    <>
      {refused.map(({ connectionId, name, refusal }) => (
        <p key={connectionId} className="ds-soft ds-small">
          {t('cannotJoin', { name, reason: refusal ?? '' })}
        </p>
      ))}
      {choices.length > refused.length && (
        <div className="ds-row">
          <Button size="sm" onClick={onJoin}>
            {t('join')}
            <span className="ds-hidden"> {day}</span>
          </Button>
        </div>
      )}
    </>
  )
}
