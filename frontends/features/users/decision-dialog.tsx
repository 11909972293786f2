import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { TextDialog } from '@darsi/client/dialogs/text-dialog.tsx'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { ReviewFile } from '../proofs/public.ts'
import { texts } from '../texts.ts'
import type { Decision } from './decision.ts'
import { Employment } from './employment.tsx'
import type { ListedUser } from './use-users.ts'

type Props = {
  api: ApiClient
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
  reopen: '',
} as const

/** Asks for notes or a reason before a decision. */
export function DecisionDialog({ api, user, decision, onDecide, onClose }: Props) {
  const t = useTranslator(texts.users)
  const needsReason = decision === 'suspend' || decision === 'reject'
  const name = user.fullName || user.email
  return (
    <TextDialog
      draft={`${decision}/${user.id}`}
      title={t(`${decision}Title`, { name })}
      confirm={t(decision)}
      done={t(`${decision}Done`, { name })}
      danger={needsReason}
      failed={t(`${decision}Failed`)}
      label={needsReason ? t('reason') : t('notes')}
      hint={t('notesHint')}
      missing={needsReason ? t('reasonRequired') : undefined}
      initial={defaultNotes[decision]}
      onText={onDecide}
      onClose={onClose}
    >
      <p>{t(`${decision}Text`)}</p>
      {user.role === 'teacher' && (decision === 'approve' || decision === 'reject') && (
        <ReviewFile api={api} teacherId={user.id} readOnly />
      )}
      {user.employment && <Employment of={user.employment} />}
      {decision === 'approve' && user.employment?.status === 'public-school' && (
        <Banner tone="warning">{t('publicTeacherText')}</Banner>
      )}
    </TextDialog>
  )
}
