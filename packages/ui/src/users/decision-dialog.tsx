import { Banner } from '../banner.tsx'
import { useTranslator } from '../i18n.tsx'
import { WordsDialog } from '../words-dialog.tsx'
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
  const needsReason = decision === 'suspend' || decision === 'reject'
  const name = user.fullName || user.email
  return (
    <WordsDialog
      title={t(`${decision}Title`, { name })}
      confirm={t(decision)}
      done={t(`${decision}Done`, { name })}
      danger={needsReason}
      failed={t(`${decision}Failed`)}
      label={needsReason ? t('reason') : t('notes')}
      hint={t('notesHint')}
      missing={needsReason ? t('reasonRequired') : undefined}
      initial={defaultNotes[decision]}
      onWords={onDecide}
      onClose={onClose}
    >
      <p>{t(`${decision}Text`)}</p>
      {user.employment && <Employment of={user.employment} />}
      {decision === 'approve' && user.employment?.status === 'public-school' && (
        <Banner tone="warning">{t('publicTeacherText')}</Banner>
      )}
    </WordsDialog>
  )
}
