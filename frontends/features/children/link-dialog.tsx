import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { ActionDialog } from '@darsi/client/dialogs/action-dialog.tsx'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { TextInput } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { texts } from '../texts.ts'

type Props = { api: ApiClient; onClose: () => void }

/** Accepts the other parent's code, or the mailed link of a learner's request. */
export function LinkDialog({ api, onClose }: Props) {
  const t = useTranslator(texts.children)
  const toast = useToast()
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const isMissing = typed.trim() === ''
  const link = async () => {
    const { data } = await api.call('POST /children/link', { body: { token: tokenIn(typed) } })
    invalidate(api, 'child', 'connection')
    toast(data === null ? t('linkWaits') : t('linked', { name: data.firstName }))
  }
  return (
    <ActionDialog
      title={t('linkTitle')}
      confirm={t('linkSend')}
      done={null}
      send={() => {
        setTried(true)
        return isMissing ? null : link()
      }}
      onClose={onClose}
    >
      <Field
        label={t('linkField')}
        hint={t('linkHint')}
        required
        error={tried && isMissing ? t('linkMissing') : undefined}
      >
        <TextInput
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          value={typed}
          onChange={setTyped}
        />
      </Field>
    </ActionDialog>
  )
}

/** Users may paste the whole address from the mail. */
function tokenIn(typed: string): string {
  const text = typed.trim()
  return URL.canParse(text) ? (new URL(text).searchParams.get('token') ?? text) : text
}
