import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Banner } from './banner.tsx'
import { Dialog } from './dialog.tsx'
import { errorText } from './error-text.ts'
import { FormButtons } from './form-buttons.tsx'
import { useToast } from './toast.tsx'

type Props = {
  title: string
  confirm: string
  /** Said when it is done; null where somebody else says so. */
  done: string | null
  /** The words of the safe button; "Cancel" by default. */
  leave?: string
  danger?: boolean
  size?: 'sm' | 'md'
  /** Null when something is missing: then nothing is sent and the fields say what. */
  send: () => Promise<unknown> | null
  onFailure?: () => void
  /** Said of a failure that the server has no words for. */
  failed?: string
  onClose: () => void
  children: ReactNode
}

/** Asks for what an action needs and does it: busy meanwhile, and a refusal stays inside with what was typed. */
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
