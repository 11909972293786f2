import type { ApiClient } from '@darsi/client/api/api-client.ts'
import type { Newsletter } from '@darsi/contracts/calls/admin/newsletter-api.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { ConfirmDialog } from '@darsi/design/dialogs/dialog.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { LanguageChoice } from './language-choice.tsx'
import { NewsletterPreview } from './newsletter-preview.tsx'
import { DeliveryText } from './newsletter-state.tsx'
import { newsletterTexts } from './texts.ts'

type Props = { api: ApiClient; newsletter: Newsletter; onChange: (changed: Newsletter) => void }

/** What was sent, how far it is, and the way to stop it. */
export function NewsletterRecord({ api, newsletter, onChange }: Props) {
  const t = useTranslator(newsletterTexts)
  const [language, setLanguage] = useState<Language>('fr')
  const [asks, setAsks] = useState(false)
  const stop = async () => {
    const { data } = await api.call('POST /superadmin/newsletters/:id/stop', {
      params: { id: newsletter.id },
    })
    setAsks(false)
    onChange(data)
  }
  return (
    <div className="ds-stack">
      <p role="status">
        <DeliveryText of={newsletter} />
      </p>
      <LanguageChoice value={language} onChange={setLanguage} />
      <NewsletterPreview api={api} language={language} {...newsletter.texts[language]} />
      {newsletter.state === 'sending' && (
        <div className="ds-row">
          <Button variant="danger" onClick={() => setAsks(true)}>
            {t('stop')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asks}
        title={t('stopTitle')}
        confirmLabel={t('stop')}
        danger
        onConfirm={stop}
        onCancel={() => setAsks(false)}
      >
        {t('stopText')}
      </ConfirmDialog>
    </div>
  )
}
