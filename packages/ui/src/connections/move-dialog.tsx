import { useState } from 'react'
import { ActionDialog } from '../action-dialog.tsx'
import { announce } from '../announce.ts'
import type { ApiClient } from '../api-client.ts'
import { allPurposes, ConsentWords } from '../children/consent-words.tsx'
import { Field } from '../field.tsx'
import { useTranslator } from '../i18n.tsx'
import { Textarea } from '../input.tsx'
import { type Connection, type Move, otherName } from './connection.ts'
import { connectionsTexts } from './connections-texts.ts'

type Props = {
  api: ApiClient
  connection: Connection
  move: Move
  asTeacher: boolean
  onMoved: (connection: Connection) => void
  onClose: () => void
}

/** Asks before a request moves on, with a note for the other side. A refusal stays here with what was typed. */
export function MoveDialog({ api, connection, move, asTeacher, onMoved, onClose }: Props) {
  const t = useTranslator(connectionsTexts)
  const [note, setNote] = useState('')
  const name = otherName(connection, asTeacher, t)
  const negative = move === 'decline' || move === 'cancel' || move === 'end'
  const send = async () => {
    const answer = await api.call(`POST /connections/:id/${move}`, {
      params: { id: connection.id },
      body: { note: note.trim() },
    })
    onMoved(answer.data)
    announce('connections')
  }
  return (
    <ActionDialog
      title={t(`${move}Title`, { name })}
      confirm={t(move === 'cancel' ? 'cancelMove' : move)}
      leave={t('back')}
      done={t(`${move}Done`, { name })}
      danger={negative}
      send={send}
      // it may have been decided elsewhere in the meantime
      onFailure={() => announce('connections')}
      onClose={onClose}
    >
      {move === 'consent' ? (
        <ConsentWords purposes={allPurposes}>{t('consentText')}</ConsentWords>
      ) : (
        <p>{t(`${move}Text`)}</p>
      )}
      <Field label={t('noteField')} optional>
        <Textarea
          dir="auto"
          rows={3}
          maxLength={1000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
    </ActionDialog>
  )
}
