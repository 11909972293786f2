import { useState } from 'react'
import { announce } from '../announce.ts'
import type { ApiClient } from '../api-client.ts'
import { Banner } from '../banner.tsx'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { errorText } from '../error-text.ts'
import { Field } from '../field.tsx'
import { useTranslator } from '../i18n.tsx'
import { Textarea } from '../input.tsx'
import { useToast } from '../toast.tsx'
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
  const toast = useToast()
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const name = otherName(connection, asTeacher)
  const negative = move === 'decline' || move === 'cancel' || move === 'end'

  const submit = async () => {
    setBusy(true)
    setError(null)
    try {
      const answer = await api.call(`POST /connections/:id/${move}`, {
        params: { id: connection.id },
        body: { note: note.trim() },
      })
      onMoved(answer.data)
      announce('connections')
      toast(t(`${move}Done`, { name }))
      onClose()
    } catch (failure) {
      setError(errorText(failure))
      setBusy(false)
      // it may have been decided elsewhere in the meantime
      announce('connections')
    }
  }

  return (
    <Dialog
      open
      size="sm"
      title={t(`${move}Title`, { name })}
      onClose={onClose}
      locked={busy}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            {t('back')}
          </Button>
          <Button variant={negative ? 'danger' : 'primary'} loading={busy} onClick={() => void submit()}>
            {t(move === 'cancel' ? 'cancelMove' : move)}
          </Button>
        </>
      }
    >
      <p>{t(`${move}Text`)}</p>
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <Field label={t('noteField')} optional>
        <Textarea
          dir="auto"
          rows={3}
          maxLength={1000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
    </Dialog>
  )
}
