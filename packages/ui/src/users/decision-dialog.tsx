import { useState } from 'react'
import { ActionDialog } from '../action-dialog.tsx'
import { Banner } from '../banner.tsx'
import { Field } from '../field.tsx'
import { useTranslator } from '../i18n.tsx'
import { Textarea } from '../input.tsx'
import type { ListedUser } from './use-users.ts'
import { Employment } from './user-cells.tsx'
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

/** Asks for notes or a reason before a decision. */
export function DecisionDialog({ user, decision, onDecide, onClose }: Props) {
  const t = useTranslator(usersTexts)
  const [notes, setNotes] = useState<string>(defaultNotes[decision])
  const [tried, setTried] = useState(false)
  const needsReason = decision === 'suspend' || decision === 'reject'
  const name = user.fullName || user.email
  const isMissing = needsReason && notes.trim() === ''
  return (
    <ActionDialog
      title={t(`${decision}Title`, { name })}
      confirm={t(decision)}
      done={t(`${decision}Done`, { name })}
      danger={needsReason}
      failed={t(`${decision}Failed`)}
      send={() => {
        setTried(true)
        return isMissing ? null : onDecide(notes.trim())
      }}
      onClose={onClose}
    >
      <p>{t(`${decision}Text`)}</p>
      {user.employment && <Employment of={user.employment} />}
      {decision === 'approve' && user.employment?.status === 'public-school' && (
        <Banner tone="warning">{t('publicTeacherText')}</Banner>
      )}
      <Field
        label={needsReason ? t('reason') : t('notes')}
        required={needsReason}
        hint={t('notesHint')}
        error={tried && isMissing ? t('reasonRequired') : undefined}
      >
        <Textarea
          dir="auto"
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
          rows={3}
          maxLength={2000}
        />
      </Field>
    </ActionDialog>
  )
}
