import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useAttemptKey } from '@darsi/client/api/attempt-key.ts'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { useAction } from '@darsi/client/query/use-action.ts'
import { useDraft } from '@darsi/client/session/draft.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { texts } from '../texts.ts'
import type { Child } from './child.ts'

export type ChildDraft = {
  firstName: string
  birthYear: string
  educationLevel: string
  grade: string
  section: string
  schoolType: string
  educationalProgram: string
  subjects: string[]
  additionalInfo: string
}

/** The unsaved form of a child, kept on this device until it is saved. */
export function useChildDraft(api: ApiClient, child: Child | null, onDone: () => void) {
  const t = useTranslator(texts.children)
  const [draft, setDraft] = useDraft(`child/${child?.id ?? ''}`, draftOf(child))
  const [attempts, setAttempts] = useState(0)
  const { run, busy, failure } = useAction()
  const { keyFor } = useAttemptKey()
  const missing: Partial<Record<keyof ChildDraft, string>> =
    attempts === 0
      ? {}
      : {
          ...(draft.firstName.trim() === '' && { firstName: t('nameMissing') }),
          ...(draft.birthYear === '' && { birthYear: t('yearMissing') }),
          ...(draft.educationLevel === '' && { educationLevel: t('levelMissing') }),
        }

  const attempt = async (version: () => Promise<number>) => {
    setAttempts((count) => count + 1)
    if (draft.firstName.trim() === '' || draft.birthYear === '' || draft.educationLevel === '') return
    const fields = { ...draft, firstName: draft.firstName.trim(), birthYear: Number(draft.birthYear) }
    const send = async () => {
      if (child === null) await api.call('POST /children', { body: fields, idempotencyKey: keyFor(fields) })
      else {
        const body = { ...fields, version: await version() }
        await api.call('PATCH /children/:id', { params: { id: child.id }, body })
      }
      invalidate(api, 'child')
      onDone()
    }
    await run(send, t(child === null ? 'added' : 'saved', { name: fields.firstName }))
  }
  return {
    draft,
    missing,
    attempts,
    busy,
    error: failure,
    set: (part: Partial<ChildDraft>) => setDraft((before) => ({ ...before, ...part })),
    save: () => attempt(async () => child?.version ?? 0),
    saveOver: () =>
      attempt(async () => {
        const { data } = await api.call('GET /children')
        return data.find(({ id }) => id === child?.id)?.version ?? child?.version ?? 0
      }),
  }
}

const draftOf = (child: Child | null): ChildDraft => ({
  firstName: child?.firstName ?? '',
  birthYear: String(child?.birthYear ?? ''),
  educationLevel: child?.educationLevel ?? '',
  grade: child?.grade ?? '',
  section: child?.section ?? '',
  schoolType: child?.schoolType ?? '',
  educationalProgram: child?.educationalProgram ?? '',
  subjects: child === null ? [] : [...child.subjects],
  additionalInfo: child?.additionalInfo ?? '',
})
