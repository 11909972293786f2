import type {
  Newsletter,
  NewsletterState,
  NewsletterTexts,
} from '@darsi/contracts/calls/admin/newsletter-api.ts'
import { formatNumber } from '@darsi/contracts/reference/i18n/numbers.ts'
import { type Language, languages } from '@darsi/contracts/reference/languages.ts'
import { Badge, type Tone } from '@darsi/design/feedback/badge.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { newsletterTexts } from './texts.ts'

const tones: Record<NewsletterState, Tone> = {
  draft: 'neutral',
  sending: 'accent',
  sent: 'success',
  stopped: 'warning',
}

export function NewsletterBadge({ state }: { state: NewsletterState }) {
  const t = useTranslator(newsletterTexts)
  return <Badge tone={tones[state]}>{t(`state-${state}`)}</Badge>
}

/** How many mails were sent, and what became of the others. */
export function DeliveryText({ of }: { of: Newsletter }) {
  const t = useTranslator(newsletterTexts)
  const language = useLanguage()
  if (of.state === 'draft') return '–'
  const figure = (count: number) => formatNumber(count, language)
  const lines = [
    t('delivered', { sent: figure(of.sent), recipients: figure(of.recipients) }),
    ...(of.failed > 0 ? [t('failed', { failed: figure(of.failed) })] : []),
    ...(of.withdrawn > 0 ? [t('withdrawn', { withdrawn: figure(of.withdrawn) })] : []),
  ]
  return lines.join(' · ')
}

/** The subject in the reader's language, or in the first that has one. */
export function subjectOf(texts: NewsletterTexts, language: Language): string {
  const order = [language, ...languages]
  return order.map((each) => texts[each].subject.trim()).find((subject) => subject !== '') ?? ''
}
