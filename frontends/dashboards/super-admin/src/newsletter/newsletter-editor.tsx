import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useDraft } from '@darsi/client/session/draft.ts'
import type { Newsletter, NewsletterTexts } from '@darsi/contracts/calls/admin/newsletter-api.ts'
import { direction, type Language, languageNames, languages } from '@darsi/contracts/reference/languages.ts'
import { ConfirmDialog } from '@darsi/design/dialogs/dialog.tsx'
import { useUnsaved } from '@darsi/design/dialogs/leaving.ts'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Textarea, TextInput } from '@darsi/design/forms/input.tsx'
import { SendIcon, TrashIcon } from '@darsi/design/graphics/icons.tsx'
import { errorText } from '@darsi/design/i18n/error-text.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { LanguageChoice } from './language-choice.tsx'
import { NewsletterPreview } from './newsletter-preview.tsx'
import { newsletterTexts } from './texts.ts'

type Props = {
  api: ApiClient
  /** Null for a new one. */
  newsletter: Newsletter | null
  readers: number
  onChange: (saved: Newsletter) => void
  onRemoved: () => void
}

const nothing = { subject: '', body: '' }
const blank: NewsletterTexts = { en: nothing, fr: nothing, ar: nothing }

/** Writes a draft in three languages; tests and sends what is saved. */
export function NewsletterEditor({ api, newsletter, readers, onChange, onRemoved }: Props) {
  const t = useTranslator(newsletterTexts)
  const toast = useToast()
  const saved = newsletter?.texts ?? blank
  const [texts, setTexts, restart] = useDraft<NewsletterTexts>(`newsletter/${newsletter?.id ?? 'new'}`, saved)
  const [language, setLanguage] = useState<Language>('fr')
  const [busy, setBusy] = useState<'save' | 'test' | null>(null)
  const [error, setError] = useState<string | null>(null)
  const isChanged = JSON.stringify(texts) !== JSON.stringify(saved)
  useUnsaved(isChanged)

  const run = async (what: 'save' | 'test', work: () => Promise<string>) => {
    setBusy(what)
    setError(null)
    try {
      toast(await work())
    } catch (failure) {
      setError(errorText(failure))
    } finally {
      setBusy(null)
    }
  }
  const save = () =>
    run('save', async () => {
      const { data } = newsletter
        ? await api.call('PUT /superadmin/newsletters/:id', {
            params: { id: newsletter.id },
            body: { texts, revision: newsletter.revision },
          })
        : await api.call('POST /superadmin/newsletters', { body: { texts } })
      restart(data.texts)
      onChange(data)
      return t('saved')
    })
  const test = (id: string) =>
    run('test', async () => {
      const sent = await api.call('POST /superadmin/newsletters/:id/test', {
        params: { id },
        body: { language },
      })
      return sent.message ?? ''
    })
  const write = (change: Partial<NewsletterTexts['en']>) =>
    setTexts((before) => ({ ...before, [language]: { ...before[language], ...change } }))

  return (
    <div className="ds-stack">
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <LanguageChoice value={language} onChange={setLanguage} />
      <div className="newsletter-sides">
        <div className="ds-stack">
          <Field label={t('subject')}>
            <TextInput
              dir={direction(language)}
              lang={language}
              maxLength={150}
              value={texts[language].subject}
              onChange={(event) => write({ subject: event.target.value })}
            />
          </Field>
          <Field label={t('body')} hint={t('bodyHint')}>
            <Textarea
              rows={16}
              dir={direction(language)}
              lang={language}
              maxLength={20_000}
              value={texts[language].body}
              onChange={(event) => write({ body: event.target.value })}
            />
          </Field>
        </div>
        <NewsletterPreview api={api} language={language} {...texts[language]} />
      </div>
      {newsletter && isChanged && <p className="ds-soft">{t('unsaved')}</p>}
      <div className="ds-row">
        <Button onClick={() => void save()} loading={busy === 'save'} disabled={!isChanged || busy !== null}>
          {t('save')}
        </Button>
        {newsletter && (
          <>
            <Button
              variant="secondary"
              onClick={() => void test(newsletter.id)}
              loading={busy === 'test'}
              disabled={isChanged || busy !== null}
            >
              {t('test', { language: languageNames[language] })}
            </Button>
            <SendButton {...{ api, newsletter, readers, onChange }} disabled={isChanged || busy !== null} />
            <RemoveButton {...{ api, newsletter, onRemoved }} />
          </>
        )}
      </div>
    </div>
  )
}

type SendProps = Pick<Props, 'api' | 'readers' | 'onChange'> & { newsletter: Newsletter; disabled: boolean }

function SendButton({ api, newsletter, readers, onChange, disabled }: SendProps) {
  const t = useTranslator(newsletterTexts)
  const [asks, setAsks] = useState(false)
  const missing = languages.filter((each) => {
    const { subject, body } = newsletter.texts[each]
    return subject.trim() === '' || body.trim() === ''
  })
  const send = async () => {
    const { data } = await api.call('POST /superadmin/newsletters/:id/send', {
      params: { id: newsletter.id },
      body: { revision: newsletter.revision },
    })
    setAsks(false)
    onChange(data)
  }
  return (
    <>
      <Button
        variant="secondary"
        icon={SendIcon}
        disabled={disabled || missing.length > 0}
        onClick={() => setAsks(true)}
      >
        {t('send')}
      </Button>
      {missing.length > 0 && (
        <span className="ds-soft">
          {t('incomplete', { languages: missing.map((each) => languageNames[each]).join(', ') })}
        </span>
      )}
      <ConfirmDialog
        open={asks}
        title={t('sendTitle')}
        confirmLabel={t('sendNow')}
        onConfirm={send}
        onCancel={() => setAsks(false)}
      >
        {t('sendText', { count: readers })}
      </ConfirmDialog>
    </>
  )
}

function RemoveButton({
  api,
  newsletter,
  onRemoved,
}: Pick<Props, 'api' | 'onRemoved'> & { newsletter: Newsletter }) {
  const t = useTranslator(newsletterTexts)
  const [asks, setAsks] = useState(false)
  const remove = async () => {
    await api.call('DELETE /superadmin/newsletters/:id', { params: { id: newsletter.id } })
    onRemoved()
  }
  return (
    <>
      <Button variant="quiet" icon={TrashIcon} onClick={() => setAsks(true)}>
        {t('remove')}
      </Button>
      <ConfirmDialog
        open={asks}
        title={t('removeTitle')}
        confirmLabel={t('remove')}
        danger
        onConfirm={remove}
        onCancel={() => setAsks(false)}
      >
        {t('removeText')}
      </ConfirmDialog>
    </>
  )
}
