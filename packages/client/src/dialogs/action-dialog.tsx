import { Dialog } from '@darsi/design/dialogs/dialog.tsx'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Form } from '@darsi/design/forms/form.tsx'
import { FormButtons } from '@darsi/design/forms/form-buttons.tsx'
import { type ReactNode, useId } from 'react'
import type { ApiError } from '../api/api-error.ts'
import { useAction } from '../query/use-action.ts'

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
  onFailure?: (failure: ApiError) => void
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
  const form = useId()
  const { run, busy, error } = useAction({
    ...(failed !== undefined && { failed }),
    ...(onFailure && { onFailure }),
  })
  const submit = async () => {
    if (busy) return
    const sent = send()
    if (sent !== null && (await run(() => sent, done ?? undefined))) onClose()
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
      <Form id={form} onSubmit={submit}>
        {error !== null && <Banner tone="danger">{error}</Banner>}
        {children}
      </Form>
    </Dialog>
  )
}
