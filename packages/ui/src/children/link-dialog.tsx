import { useState } from 'react'
import { ActionDialog } from '../action-dialog.tsx'
import { announce } from '../announce.ts'
import type { ApiClient } from '../api-client.ts'
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
  const [typed, setTyped] = useState('')
  const link = async () => {
    const { data } = await api.call('POST /children/link', { body: { token: tokenIn(typed) } })
    announce('children')
    announce('connections')
    toast(t('linked', { name: data.firstName }))
  }
  return (
    <ActionDialog
      title={t('linkTitle')}
      confirm={t('linkSend')}
      done={null}
      send={() => (typed.trim() === '' ? null : link())}
      onClose={onClose}
    >
      <Field label={t('linkField')} hint={t('linkHint')}>
        <TextInput
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </ActionDialog>
  )
}

/** What is pasted may be the whole address of the mail. */
function tokenIn(typed: string): string {
  const text = typed.trim()
  return URL.canParse(text) ? (new URL(text).searchParams.get('token') ?? text) : text
}
