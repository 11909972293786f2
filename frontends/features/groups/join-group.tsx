import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { ActionDialog } from '@darsi/client/dialogs/action-dialog.tsx'
import { invalidate } from '@darsi/client/query/query-client.ts'
import type { GroupHour } from '@darsi/contracts/calls/availability/groups-api.ts'
import { Checkbox, RadioGroup } from '@darsi/design/forms/choice.tsx'
import { formatMoney } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { texts } from '../texts.ts'
import { useGroupDay } from './group-card.tsx'

type Props = { api: ApiClient; group: GroupHour; onClose: () => void }

/** A learner, or a guardian for one of the children, takes a seat and agrees to its price. */
export function JoinGroup({ api, group, onClose }: Props) {
  const t = useTranslator(texts.groups)
  const language = useLanguage()
  const day = useGroupDay(group)
  const open = group.choices.filter(({ refusal }) => refusal === null)
  const [connectionId, setConnectionId] = useState(open.length === 1 ? (open[0]?.connectionId ?? '') : '')
  const [parentPresent, setParentPresent] = useState(false)
  const [tried, setTried] = useState(false)
  const choice = open.find((each) => each.connectionId === connectionId)
  const isMissing = tried && choice === undefined
  const isPresenceMissing = choice?.presenceNeeded === true && !parentPresent
  const send = () => {
    setTried(true)
    if (!choice || isPresenceMissing) return null
    const body = { connectionId, parentPresent: choice.presenceNeeded && parentPresent }
    return api
      .call('POST /groups/:id/seats', { params: { id: group.id }, body })
      .then(() => invalidate(api, 'lesson'))
  }
  const onFailure = () => invalidate(api, 'lesson')
  return (
    <ActionDialog
      title={t('joinTitle', { day })}
      confirm={t('joinSend')}
      done={t(choice?.waitsForGuardian ? 'asked' : 'joined')}
      send={send}
      onFailure={onFailure}
      onClose={onClose}
    >
      <p>{t('joinText', { price: formatMoney(group.price, language) })}</p>
      <p>
        {t(group.audience === 'minors' ? 'companyMinors' : 'companyAdults', { count: group.capacity - 1 })}
      </p>
      {group.type === 'online' && <p>{t('joinShared')}</p>}
      {open.length > 1 && (
        <RadioGroup
          legend={t('forWhom')}
          required
          error={isMissing ? t('forWhomMissing') : undefined}
          value={connectionId}
          onChange={setConnectionId}
          options={open.map((each) => ({ value: each.connectionId, label: each.name }))}
        />
      )}
      {choice?.waitsForGuardian && <p className="ds-soft">{t('guardianAsked')}</p>}
      {choice?.presenceNeeded && (
        <Checkbox
          label={t('presence')}
          hint={t('presenceHint')}
          required
          error={tried && isPresenceMissing ? t('presenceMissing') : undefined}
          checked={parentPresent}
          onChange={(event) => setParentPresent(event.target.checked)}
        />
      )}
      <p className="ds-soft ds-small">{t('leaveText')}</p>
    </ActionDialog>
  )
}
