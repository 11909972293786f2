import { Field } from '@darsi/design/forms/field.tsx'
import { TextInput } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { clientTexts } from '../texts.ts'

/** The code beside a password: shown once the server says that the account has a second factor. */
export function useStepUpCode() {
  const t = useTranslator(clientTexts.password)
  const [isAsked, setAsked] = useState(false)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)

  return {
    /** For the request body. */
    given: code.trim() === '' ? {} : { code: code.trim() },
    /** True if the refusal is about the code: the field then shows it. */
    caught: (failure: unknown): boolean => {
      const problem = failure instanceof ApiError ? failure.code : null
      if (problem !== 'MFA_CODE_REQUIRED' && problem !== 'MFA_CODE_WRONG') return false
      setError(isAsked && failure instanceof ApiError ? failure.message : null)
      setAsked(true)
      return true
    },
    reset: () => {
      setAsked(false)
      setCode('')
      setError(null)
    },
    isAsked,
    field: isAsked && (
      <Field label={t('stepUpCode')} hint={t('stepUpCodeHint')} error={error} required>
        <TextInput
          dir="ltr"
          autoFocus
          autoComplete="one-time-code"
          maxLength={40}
          value={code}
          onChange={setCode}
        />
      </Field>
    ),
  }
}
