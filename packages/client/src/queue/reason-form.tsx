import type { Catalogue } from '@darsi/contracts/reference/i18n/catalogue.ts'
import { namesOf } from '@darsi/contracts/reference/i18n/names-of.ts'
import {
  type Language,
  type Localised,
  languageNames,
  languages,
} from '@darsi/contracts/reference/languages.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Filters } from '@darsi/design/forms/filters.tsx'
import { Form } from '@darsi/design/forms/form.tsx'
import { Select, Textarea } from '@darsi/design/forms/input.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { designTexts } from '@darsi/design/i18n/texts.ts'
import { useState } from 'react'
import { useDraft } from '../session/draft.ts'
import { clientTexts } from '../texts.ts'
import './queue.css'

type Template = { readonly name: Localised; readonly text: Localised }

/** Texts that are sent often; the administrator chooses one and the reader's language, and may edit it. */
export type ReasonTemplates = Readonly<Record<string, Template>>

/** `unreadable` is the name of a template, `unreadableText` its text. */
export const templatesOf = (reasons: Catalogue): ReasonTemplates => {
  const texts = namesOf(reasons)
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, name]) => {
      const text = texts[`${key}Text`]
      return text ? [[key, { name, text }]] : []
    }),
  )
}

type Props = {
  /** What is decided about, for the draft of the text. */
  draft: string
  templates: ReasonTemplates
  /** The reader's, if it is known; else the page's. */
  language?: Language | undefined
  label: string
  hint?: string
  /** The error of an empty field. */
  missing: string
  confirm: string
  danger?: boolean
  maxLength?: number
  busy?: boolean
  /** The draft is cleared afterwards, unless the answer is false: the caller then shows why. */
  onReason: (reason: string) => unknown
  onCancel: () => void
}

/** The reason of a decision beside the open row of a queue, from a template or typed. Ctrl+Enter sends. */
export function ReasonForm({ draft, templates, label, hint, missing, confirm, ...props }: Props) {
  const { danger = false, maxLength = 2000, busy = false, onReason, onCancel } = props
  const t = useTranslator(clientTexts.queue)
  const ui = useTranslator(designTexts.ui)
  const page = useLanguage()
  const [language, setLanguage] = useState<Language>(props.language ?? page)
  const [template, setTemplate] = useState('')
  const [text, setText] = useDraft(draft, '')
  const [tried, setTried] = useState(false)
  // rendered before its first field takes the focus
  const [opener] = useState(() => document.activeElement)
  const isMissing = text.trim() === ''
  const choose = (name: string, inLanguage: Language) => {
    setTemplate(name)
    setLanguage(inLanguage)
    const text = templates[name]?.text[inLanguage]
    if (text !== undefined) setText(text)
  }
  const submit = async () => {
    setTried(true)
    if (isMissing || busy) return
    if ((await onReason(text.trim())) !== false) setText('')
  }
  const cancel = () => {
    onCancel()
    const row = document.querySelector<HTMLElement>('.ds-queue-item[aria-current]')
    if (opener instanceof HTMLButtonElement && opener.isConnected) opener.focus()
    else row?.focus()
  }
  return (
    <Form
      className={danger ? 'ds-stack ds-reason ds-reason-danger' : 'ds-stack ds-reason'}
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && cancel()}
    >
      <Filters>
        <Field label={t('reasonTemplate')}>
          <Select
            autoFocus
            placeholder={null}
            value={template}
            onChange={(name) => choose(name, language)}
            options={[
              { value: '', label: t('reasonOwn') },
              ...Object.entries(templates).map(([value, { name }]) => ({ value, label: name[page] })),
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
      <Field label={label} hint={hint} required error={tried && isMissing ? missing : undefined}>
        <Textarea
          dir="auto"
          rows={3}
          maxLength={maxLength}
          value={text}
          onChange={setText}
          submitsOnCtrlEnter
        />
      </Field>
      <div className="ds-row">
        <Button type="submit" variant={danger ? 'danger' : 'primary'} size="sm" loading={busy}>
          {confirm}
        </Button>
        <Button variant="quiet" size="sm" onClick={cancel}>
          {ui('cancel')}
        </Button>
      </div>
    </Form>
  )
}
