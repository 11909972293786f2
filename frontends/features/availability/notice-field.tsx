import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useAction } from '@darsi/client/query/use-action.ts'
import { Field } from '@darsi/design/forms/field.tsx'
import { Select } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { texts } from '../texts.ts'

const choices = ['2', '4', '6', '12', '24', '48', '72', '168'] as const

/** How far ahead lessons are booked and moved at the latest. A choice is saved at once. */
export function NoticeField({ api, hours }: { api: ApiClient; hours: number }) {
  const t = useTranslator(texts.availability)
  const [chosen, setChosen] = useState(String(hours))
  const { run, busy } = useAction({ inToast: true })
  const save = (next: string) =>
    run(async () => {
      await api.call('PUT /availability/notice', { body: { hours: Number(next) } })
      setChosen(next)
    }, t('noticeSaved'))
  return (
    <Field label={t('notice')} hint={t('noticeHint')}>
      <Select
        value={chosen}
        disabled={busy}
        placeholder={null}
        onChange={(next) => void save(next)}
        options={choices.map((value) => ({ value, label: t(`notice_${value}`) }))}
      />
    </Field>
  )
}
