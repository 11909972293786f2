import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'
import { ReviewDialog } from './review-dialog.tsx'
import type { ListedConnection, PauseDecision } from './reviewed-card.tsx'

type Props = {
  api: ApiClient
  connectionId: string
  /** The learner and the teacher of the connection. */
  about: string
  decision: PauseDecision
  /** The pause that the person has seen. */
  stoppedAt: string | undefined
  onDecided: (connection: ListedConnection) => void
  onClose: () => void
}

const statuses = { reopen: 'reopened', end: 'ended', lift: 'lifted' } as const

/** Reopens or ends a paused connection, or lets the two connect again. Only administrators see the note. */
export function PauseDialog({ api, connectionId, about, decision, stoppedAt, onDecided, onClose }: Props) {
  const t = useTranslator(texts.connectionReview)
  const decide = async (notes: string) => {
    const { data } = await api.call('PUT /admin/connections/:id', {
      params: { id: connectionId },
      body: {
        status: statuses[decision],
        notes,
        ...(stoppedAt !== undefined && { stoppedAt }),
      },
    })
    onDecided(data)
  }
  return (
    <ReviewDialog
      title={t(`${decision}Title`)}
      about={about}
      text={t(`${decision}Text`)}
      confirm={t(decision)}
      done={t(`${decision}Done`)}
      failed={t(`${decision}Failed`)}
      danger={decision === 'end'}
      missing={t('noteMissing')}
      draft={`${decision}/${connectionId}`}
      onDecide={decide}
      onClose={onClose}
    />
  )
}
