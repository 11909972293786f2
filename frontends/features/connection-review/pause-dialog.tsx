import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { TextDialog } from '@darsi/client/dialogs/text-dialog.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'
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

type ReviewProps = {
  /** Identifies the subject of the decision; the draft of the notes is stored under it. */
  draft: string
  title: string
  text: string
  /** The subject of the decision, as text. */
  about?: string
  confirm: string
  /** The toast after success; null where the caller shows one. */
  done: string | null
  /** Replaces the text of a failure for which the server gave no reason. */
  failed: string
  danger: boolean
  /** The error of an empty field; without it the notes are optional. */
  missing?: string
  onDecide: (notes: string) => Promise<void>
  onClose: () => void
}

/** A decision with notes. After a refusal by the server the dialog stays open with the typed text. */
function ReviewDialog({ text, about, onDecide, ...dialog }: ReviewProps) {
  const t = useTranslator(texts.connectionReview)
  return (
    <TextDialog {...dialog} label={t('notes')} optional={dialog.missing === undefined} onText={onDecide}>
      {about !== undefined && (
        <p>
          <strong>{about}</strong>
        </p>
      )}
      <p>{text}</p>
    </TextDialog>
  )
}
