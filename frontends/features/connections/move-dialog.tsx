import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { TextDialog } from '@darsi/client/dialogs/text-dialog.tsx'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { ConfirmDialog } from '@darsi/design/dialogs/dialog.tsx'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { ContactHint } from '../contact-hint/public.ts'
import { texts } from '../texts.ts'
import { type Connection, type Move, otherName } from './connection.ts'
import { allPurposes, ConsentText } from './consent-text.tsx'

type Props = {
  api: ApiClient
  connection: Connection
  move: Move
  asTeacher: boolean
  onMoved: (connection: Connection) => void
  onClose: () => void
}

/** Asks for confirmation and an optional note for the other side. After a refusal the typed text stays. */
export function MoveDialog({ move, ...props }: Props) {
  const { api, connection, onClose } = props
  return move === 'release' ? (
    <ReleaseDialog api={api} connection={connection} onClose={onClose} />
  ) : (
    <NoteDialog move={move} {...props} />
  )
}

type NoteProps = Omit<Props, 'move'> & { move: Exclude<Move, 'release'> }

function NoteDialog({ api, connection, move, asTeacher, onMoved, onClose }: NoteProps) {
  const t = useTranslator(texts.connections)
  const name = otherName(connection, asTeacher, t)
  const { id: learnerId, childId, minor } = connection.student
  // a child without an account reads nothing
  const isRead = asTeacher && minor && learnerId !== childId
  const negative = move === 'decline' || move === 'cancel' || move === 'end'
  const send = async (note: string) => {
    const answer = await api.call(`POST /connections/:id/${move}`, {
      params: { id: connection.id },
      body: { note },
    })
    onMoved(answer.data)
    invalidate(api, 'connection')
  }
  return (
    <TextDialog
      draft={`${move}/${connection.id}`}
      title={t(`${move}Title`, { name })}
      confirm={t(move === 'cancel' ? 'cancelMove' : move)}
      leave={t('back')}
      done={t(`${move}Done`, { name })}
      danger={negative}
      label={t('noteField')}
      optional
      maxLength={1000}
      about={(text) => <ContactHint rule={isRead ? 'refused' : 'delivered'} text={text} />}
      onText={send}
      // someone may have decided it elsewhere meanwhile
      onFailure={() => invalidate(api, 'connection')}
      onClose={onClose}
    >
      {move === 'consent' ? (
        <ConsentText purposes={allPurposes}>{t('consentText')}</ConsentText>
      ) : (
        <p>{t(`${move}Text`)}</p>
      )}
    </TextDialog>
  )
}

type ReleaseProps = { api: ApiClient; connection: Connection; onClose: () => void }

/** Asks a guardian before the teacher reads the held text of a request. */
function ReleaseDialog({ api, connection, onClose }: ReleaseProps) {
  const t = useTranslator(texts.connections)
  const toast = useToast()
  return (
    <ConfirmDialog
      open
      title={t('releaseTitle')}
      confirmLabel={t('release')}
      onConfirm={async () => {
        await api.call('POST /connections/:id/release', { params: { id: connection.id } })
        invalidate(api, 'connection')
        toast(t('releaseDone'))
        onClose()
      }}
      onCancel={onClose}
    >
      {t('releaseText', { name: connection.teacher.name })}
    </ConfirmDialog>
  )
}
