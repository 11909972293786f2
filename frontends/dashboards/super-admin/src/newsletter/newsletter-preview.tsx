import type { ApiClient } from '@darsi/client/api/api-client.ts'
import type { NewsletterBlock } from '@darsi/contracts/calls/admin/newsletter-api.ts'
import { direction, type Language } from '@darsi/contracts/reference/languages.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { errorText } from '@darsi/design/i18n/error-text.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { texts } from '@darsi/features/texts.ts'
import { useEffect, useState } from 'react'
import { NewsletterContent } from './newsletter-content.tsx'

type Props = { api: ApiClient; subject: string; body: string; language: Language }

const pauseMs = 400

/** The server answers what becomes of the text, by the same rules as for the mail. */
export function NewsletterPreview({ api, subject, body, language }: Props) {
  const t = useTranslator(texts.newsletter)
  const [blocks, setBlocks] = useState<readonly NewsletterBlock[]>([])
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    const load = async () => {
      try {
        const { data } = await api.call('POST /superadmin/newsletters/preview', {
          body: { body },
          signal: abort.signal,
        })
        setBlocks(data.blocks)
        setError(null)
      } catch (failure) {
        if (!abort.signal.aborted) setError(errorText(failure, t('previewFailed')))
      }
    }
    const timer = setTimeout(() => void load(), pauseMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [api, body, t])
  return (
    <Card title={t('preview')} level={3} variant="sunken">
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <div dir={direction(language)} lang={language}>
        {subject.trim() !== '' && <p className="newsletter-subject">{subject}</p>}
        {blocks.length > 0 && <NewsletterContent blocks={blocks} />}
      </div>
      {blocks.length === 0 && error === null && <p className="ds-soft">{t('previewEmpty')}</p>}
    </Card>
  )
}
