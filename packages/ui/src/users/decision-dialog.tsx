import { useState } from 'react'
import { Banner } from '../banner.tsx'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Field } from '../field.tsx'
import { useTranslator } from '../i18n.tsx'
import { Textarea } from '../input.tsx'
import type { ListedUser } from './use-users.ts'
import { usersTexts } from './users-texts.ts'

export type Decision = 'approve' | 'reject' | 'suspend' | 'reinstate'

type Props = {
  user: ListedUser
  decision: Decision
  onDecide: (notes: string) => Promise<void>
  onClose: () => void
}

const defaultNotes = {
  approve: 'Approved by admin',
  reject: 'Rejected by admin',
  suspend: '',
  reinstate: '',
} as const

/** Asks for notes or a reason before a decision; a refusal stays in the dialog, with what was typed. */
export function DecisionDialog({ user, decision, onDecide, onClose }: Props) {
  const t = useTranslator(usersTexts)
  const [notes, setNotes] = useState<string>(defaultNotes[decision])
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const needsReason = decision === 'suspend' || decision === 'reject'

  const submit = async () => {
    if (needsReason && notes.trim() === '') {
      setError(t('reasonRequired'))
      return
    }
    setBusy(true)
    setError(null)
    try {
      await onDecide(notes.trim())
    } catch (failure) {
      setError(failure instanceof Error && failure.message !== '' ? failure.message : t(`${decision}Failed`))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      title={t(`${decision}Title`, { name: user.fullName || user.email })}
      onClose={onClose}
      locked={busy}
      size="sm"
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            {t('cancel')}
          </Button>
          <Button variant={needsReason ? 'danger' : 'primary'} onClick={() => void submit()} loading={busy}>
            {t(decision)}
          </Button>
        </>
      }
    >
      <div className="ds-stack">
        <p>{t(`${decision}Text`)}</p>
        {error !== null && <Banner tone="danger">{error}</Banner>}
        <Field label={needsReason ? t('reason') : t('notes')} required={needsReason} hint={t('notesHint')}>
          <Textarea
            value={notes}
            onChange={(event) => setNotes(event.target.value)}
            rows={3}
            maxLength={2000}
          />
        </Field>
      </div>
    </Dialog>
  )
}
