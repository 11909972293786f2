import { useDraft } from '@darsi/client/session/draft.ts'
import { type Language, languageNames, languages } from '@darsi/contracts/reference/languages.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Filters } from '@darsi/design/forms/filters.tsx'
import { Select, Textarea } from '@darsi/design/forms/input.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { uiTexts } from '@darsi/design/i18n/texts.ts'
import { usersTexts } from '@darsi/features/users/public.ts'
import { type FormEvent, useState } from 'react'
import { texts } from '../texts.ts'
import { rejectReasons } from './reject-reasons.ts'

type Props = { userId: string; onReject: (reason: string) => void; onCancel: () => void }

/** The reason of a rejection, from a template or written freely. It is mailed to the owner. */
export function RejectForm({ userId, onReject, onCancel }: Props) {
  const t = useTranslator(texts)
  const tu = useTranslator(usersTexts)
  const ui = useTranslator(uiTexts)
  const page = useLanguage()
  const [language, setLanguage] = useState<Language>(page)
  const [template, setTemplate] = useState('')
  const [words, setWords] = useDraft(`reject/${userId}`, '')
  const [tried, setTried] = useState(false)
  const isMissing = words.trim() === ''
  const choose = (name: string, inLanguage: Language) => {
    setTemplate(name)
    setLanguage(inLanguage)
    const text = rejectReasons[name]?.text[inLanguage]
    if (text !== undefined) setWords(text)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isMissing) return
    onReject(words.trim())
    setWords('')
  }
  return (
    <form className="ds-stack admin-reject" onSubmit={submit} noValidate>
      <Filters>
        <Field label={t('reasonTemplate')}>
          <Select
            autoFocus
            placeholder={null}
            value={template}
            onChange={(name) => choose(name, language)}
            options={[
              { value: '', label: t('reasonOwn') },
              ...Object.entries(rejectReasons).map(([value, { name }]) => ({ value, label: name[page] })),
            ]}
          />
        </Field>
        <Field label={t('reasonLanguage')}>
          <Select<Language>
            placeholder={null}
            value={language}
            onChange={(chosen) => choose(template, chosen)}
            options={languages.map((value) => ({ value, label: languageNames[value] }))}
          />
        </Field>
      </Filters>
      <Field
        label={tu('reason')}
        hint={t('reasonMailed')}
        required
        error={tried && isMissing ? tu('reasonRequired') : undefined}
      >
        <Textarea
          dir="auto"
          rows={3}
          maxLength={2000}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          submitsOnCtrlEnter
        />
      </Field>
      <div className="ds-row">
        <Button type="submit" variant="danger" size="sm">
          {t('sendReject')}
        </Button>
        <Button variant="quiet" size="sm" onClick={onCancel}>
          {ui('cancel')}
        </Button>
      </div>
    </form>
  )
}
