import { type ReactNode, useState } from 'react'
import { announce } from '../announce.ts'
import { Banner } from '../banner.tsx'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { errorText } from '../error-text.ts'
import { useTranslator } from '../i18n.tsx'
import { useToast } from '../toast.tsx'
import { lessonsTexts } from './lessons-texts.ts'

type Props = {
  title: string
  confirm: string
  done: string
  danger?: boolean
  size?: 'sm' | 'md'
  /** Null when something is missing: then nothing is sent and the fields say what. */
  send: () => Promise<unknown> | null
  onFailure?: () => void
  onClose: () => void
  children: ReactNode
}

/** What all dialogs about a lesson share: busy, the refusal kept inside, the news for the other parts. */
export function MoveFrame({
  title,
  confirm,
  done,
  danger = false,
  size = 'sm',
  send,
  onFailure,
  onClose,
  children,
}: Props) {
  const t = useTranslator(lessonsTexts)
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const submit = async () => {
    const sent = send()
    if (sent === null) return
    setBusy(true)
    setError(null)
    try {
      await sent
      announce('lessons')
      toast(done)
      onClose()
    } catch (failure) {
      setError(errorText(failure))
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
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            {t('back')}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} loading={busy} onClick={() => void submit()}>
            {confirm}
          </Button>
        </>
      }
    >
      {error !== null && <Banner tone="danger">{error}</Banner>}
      {children}
    </Dialog>
  )
}
