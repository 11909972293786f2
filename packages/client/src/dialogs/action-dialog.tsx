import { Dialog } from '@darsi/design/dialogs/dialog.tsx'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { FormButtons } from '@darsi/design/forms/form-buttons.tsx'
import { errorText } from '@darsi/design/i18n/error-text.ts'
import { type FormEvent, type ReactNode, useId, useState } from 'react'

type Props = {
  title: string
  confirm: string
  /** The toast after success; null if the caller shows one. */
  done: string | null
  /** The label of the cancel button; "Cancel" by default. */
  leave?: string
  danger?: boolean
  size?: 'sm' | 'md'
  /** Returns null if input is missing: nothing is sent, and the fields show their errors. */
  send: () => Promise<unknown> | null
  onFailure?: () => void
  /** Replaces the text of a failure for which the server gave no reason. */
  failed?: string
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form that sends an action. A refusal is shown inside, and the input is kept. */
export function ActionDialog({
  title,
  confirm,
  done,
  leave,
  danger = false,
  size = 'sm',
  send,
  onFailure,
  failed,
  onClose,
  children,
}: Props) {
  const toast = useToast()
  const form = useId()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const sent = send()
    if (sent === null) return
    setBusy(true)
    setError(null)
    try {
      await sent
      if (done !== null) toast(done)
      onClose()
    } catch (failure) {
      setError(errorText(failure, failed))
      setBusy(false)
      onFailure?.()
    }
  }
  return (
    <Dialog
      open
      size={size}
      title={title}
      onClose={onClose}
      locked={busy}
      actions={
        <FormButtons
          form={form}
          confirm={confirm}
          leave={leave}
          danger={danger}
          busy={busy}
          onClose={onClose}
        />
      }
    >
      <form id={form} className="ds-stack" onSubmit={(event) => void submit(event)} noValidate>
        {error !== null && <Banner tone="danger">{error}</Banner>}
        {children}
      </form>
    </Dialog>
  )
}
