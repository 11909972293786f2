import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useHeld } from '@darsi/client/queue/use-held.ts'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { errorText } from '@darsi/design/i18n/error-text.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { texts } from '../texts.ts'
import { type Decision, type ListedConnection, mayReview, notesDraft, pairLabel } from './reviewed-card.tsx'

/** Decisions on requests; each can be taken back for ten seconds, because both sides get a mail afterwards. */
export function useConnectionDecisions(
  api: ApiClient,
  onDecided: (connection: ListedConnection) => void,
  onFailed: () => void,
) {
  const t = useTranslator(texts.connectionReview)
  const toast = useToast()
  const { ids, hold, undoLast } = useHeld()
  const [doneIds, setDoneIds] = useState<ReadonlySet<string>>(new Set())
  const send = async (connection: ListedConnection, decision: Decision, notes: string) => {
    const { id } = connection
    try {
      const { data } = await api.call('PUT /admin/connections/:id', {
        params: { id },
        body: { status: decision === 'approve' ? 'approved' : 'declined', notes },
        keepalive: true,
      })
      setDoneIds((before) => new Set(before).add(id))
      onDecided(data)
      return true
    } catch (failure) {
      const reason = errorText(failure, t(`${decision}Failed`))
      toast(t('decisionFailed', { pair: pairLabel(connection, t), reason }), 'danger')
      onFailed()
      return false
    }
  }
  return {
    heldIds: ids,
    doneIds,
    undoLast,
    decide: (connection: ListedConnection, decision: Decision, notes = '') => {
      if (!mayReview(connection)) return
      const waits = decision === 'approve' && waitsForOthers(connection)
      hold(t(waits ? 'approveWaits' : `${decision}Done`), {
        ids: [connection.id],
        reason: { draft: notesDraft(connection.id, decision), text: notes },
        send: () => send(connection, decision, notes),
      })
    },
  }
}

const waitsForOthers = ({ needs: { teacher, guardian } }: ListedConnection) =>
  teacher === 'waiting' || guardian === 'waiting'
