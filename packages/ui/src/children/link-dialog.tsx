import { type FormEvent, useId, useState } from 'react'
import { announce } from '../announce.ts'
import type { ApiClient } from '../api-client.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { errorText } from '../error-text.ts'
import { Field } from '../field.tsx'
import { useTranslator } from '../i18n.tsx'
import { TextInput } from '../input.tsx'
import { useToast } from '../toast.tsx'
import { childrenTexts } from './children-texts.ts'

type Props = { api: ApiClient; onClose: () => void }

/** Takes the other parent's code, or the link that a learner's request mailed to this guardian. */
export function LinkDialog({ api, onClose }: Props) {
  const t = useTranslator(childrenTexts)
  const toast = useToast()
  const formId = useId()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || typed.trim() === '') return
    setBusy(true)
    setError(null)
    try {
      const { data } = await api.call('POST /children/link', { body: { token: tokenIn(typed) } })
      announce('children')
      announce('connections')
      toast(t('linked', { name: data.firstName }))
      onClose()
    } catch (failure) {
      setError(errorText(failure))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      size="sm"
      title={t('linkTitle')}
      onClose={onClose}
      locked={busy}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={formId} loading={busy}>
            {t('linkSend')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void submit(event)} noValidate>
        <Field label={t('linkField')} hint={t('linkHint')} error={error}>
          <TextInput
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            maxLength={500}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}

/** What is pasted may be the whole address of the mail. */
function tokenIn(typed: string): string {
  const text = typed.trim()
  return URL.canParse(text) ? (new URL(text).searchParams.get('token') ?? text) : text
}
