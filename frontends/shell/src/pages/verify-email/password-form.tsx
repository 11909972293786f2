import { Button } from '@darsi/design/forms/button.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { PasswordInput } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { useHref } from '../../site.tsx'
import { texts } from '../../texts.ts'
import { PostForm } from '../parts/post-form.tsx'

/**
 * The person who registered confirms with the password and keeps the account's data; anyone else resets the
 * password.
 */
export function PasswordForm({ onPassword }: { onPassword: (password: string) => void }) {
  const t = useTranslator(texts.verifyEmail)
  const href = useHref()
  const [password, setPassword] = useState('')
  return (
    <PostForm
      onSubmit={(event) => {
        event.preventDefault()
        if (password !== '') onPassword(password)
      }}
    >
      <Field label={t('password')} required>
        <PasswordInput
          autoComplete="current-password"
          maxLength={1024}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button type="submit" full>
        {t('confirm')}
      </Button>
      <div className="form-page-links">
        <a href={href('/forgot-password')}>{t('notMe')}</a>
        <a href={href('/')}>{t('goHome')}</a>
      </div>
    </PostForm>
  )
}
