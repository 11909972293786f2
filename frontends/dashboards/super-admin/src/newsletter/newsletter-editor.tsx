import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useAction } from '@darsi/client/query/use-action.ts'
import { useDraft } from '@darsi/client/session/draft.ts'
import type { Newsletter, NewsletterTexts } from '@darsi/contracts/calls/admin/newsletter-api.ts'
import {
  direction,
  inEachLanguage,
  type Language,
  languageNames,
  languages,
} from '@darsi/contracts/reference/languages.ts'
import { ConfirmDialog } from '@darsi/design/dialogs/dialog.tsx'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { RadioGroup } from '@darsi/design/forms/choice.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Textarea, TextInput } from '@darsi/design/forms/input.tsx'
import { SendIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '@darsi/features/texts.ts'
import { useState } from 'react'
import { NewsletterPreview } from './newsletter-preview.tsx'

type Props = {
  api: ApiClient
  /** How many will get it. */
  readers: number
  onSent: (sent: Newsletter) => void
}

const nothing = { subject: '', body: '' }
const blank: NewsletterTexts = inEachLanguage(() => nothing)

const isMissing = ({ subject, body }: NewsletterTexts[Language]) =>
  subject.trim() === '' || body.trim() === ''

/** Writes a newsletter in three languages, mails tests of it and sends it. The draft stays in this browser. */
export function NewsletterEditor({ api, readers, onSent }: Props) {
  const t = useTranslator(texts.newsletter)
  const toast = useToast()
  const [draft, setDraft, restart] = useDraft('newsletter', blank, { outlives: true })
  const [language, setLanguage] = useState<Language>('fr')
  const [asks, setAsks] = useState(false)
  const missing = languages.filter((each) => isMissing(draft[each]))
  const write = (change: Partial<NewsletterTexts['en']>) =>
    setDraft((before) => ({ ...before, [language]: { ...before[language], ...change } }))
  const send = async () => {
    const { data } = await api.call('POST /superadmin/newsletters', { body: { texts: draft } })
    setAsks(false)
    restart(blank)
    toast(t('sent'))
    onSent(data)
  }
  const written = { dir: direction(language), lang: language }
  return (
    <div className="ds-stack">
      <RadioGroup<Language>
        variant="segments"
        legend={t('language')}
        options={languages.map((each) => ({ value: each, label: languageNames[each] }))}
        value={language}
        onChange={setLanguage}
      />
      <div className="newsletter-sides">
        <div className="ds-stack">
          <Field label={t('subject')}>
            <TextInput
              {...written}
              maxLength={150}
              value={draft[language].subject}
              onChange={(subject) => write({ subject })}
            />
          </Field>
          <Field label={t('body')} hint={t('bodyHint')}>
            <Textarea
              {...written}
              rows={16}
              maxLength={20_000}
              value={draft[language].body}
              onChange={(body) => write({ body })}
            />
          </Field>
        </div>
        <NewsletterPreview api={api} language={language} {...draft[language]} />
      </div>
      <p className="ds-soft">{t('kept')}</p>
      <div className="ds-row">
        <TestButton api={api} language={language} text={draft[language]} />
        <Button icon={SendIcon} disabled={missing.length > 0} onClick={() => setAsks(true)}>
          {t('send')}
        </Button>
        {missing.length > 0 && (
          <span className="ds-soft">
            {t('incomplete', { languages: missing.map((each) => languageNames[each]).join(', ') })}
          </span>
        )}
      </div>
      <ConfirmDialog
        open={asks}
        title={t('sendTitle')}
        confirmLabel={t('sendNow')}
        onConfirm={send}
        onCancel={() => setAsks(false)}
      >
        {t('sendText', { count: readers })}
      </ConfirmDialog>
    </div>
  )
}

type TestProps = { api: ApiClient; language: Language; text: NewsletterTexts[Language] }

function TestButton({ api, language, text }: TestProps) {
  const t = useTranslator(texts.newsletter)
  const toast = useToast()
  const { run, busy, error } = useAction()
  const test = () =>
    run(async () => {
      const { message } = await api.call('POST /superadmin/newsletters/test', { body: { language, text } })
      toast(message ?? '')
    })
  return (
    <>
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <Button variant="secondary" onClick={() => void test()} loading={busy} disabled={isMissing(text)}>
        {t('test', { language: languageNames[language] })}
      </Button>
    </>
  )
}
