import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useHeld } from '@darsi/client/queue/use-held.ts'
import type { DuplicateAlert } from '@darsi/contracts/calls/admin/duplicates-api.ts'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { errorText } from '@darsi/design/i18n/error-text.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '@darsi/features/texts.ts'
import { useState } from 'react'
import type { Move } from './duplicate-file.tsx'

/** Dismissing can be taken back for ten seconds; a merge is asked about once more and sent at once. */
export function useDuplicateMoves(api: ApiClient, onMoved: (id: string) => void, onFailed: () => void) {
  const t = useTranslator(texts.admin)
  const toast = useToast()
  const { ids, hold, undoLast } = useHeld()
  const [busy, setBusy] = useState('')
  const sent = async (id: string, send: () => Promise<unknown>) => {
    try {
      await send()
      onMoved(id)
    } catch (failure) {
      toast(errorText(failure), 'danger')
      onFailed()
    }
  }
  return {
    busy,
    heldIds: ids,
    undoLast,
    move: ({ id, status }: DuplicateAlert, how: Move) => {
      const params = { id }
      if (how === 'dismiss') {
        if (status !== 'open') return
        const dismiss = () =>
          api.call('POST /admin/duplicates/:id/dismiss', { params, body: {}, keepalive: true })
        hold(t('duplicateDismissed'), { ids: [id], send: () => sent(id, dismiss) })
        return
      }
      setBusy(id)
      const call = () =>
        how === 'undo'
          ? api.call('POST /admin/duplicates/:id/undo', { params })
          : api.call('POST /admin/duplicates/:id/merge', { params, body: how })
      void sent(id, call).finally(() => setBusy(''))
    },
  }
}
