import type {
  Newsletter as Listed,
  NewsletterMail,
  NewsletterTexts,
} from '@darsi/contracts/calls/admin/newsletter-api.ts'
import { inEachLanguage, type Language, languages } from '@darsi/contracts/reference/languages.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { hashOf } from '@darsi/kit/identity/tokens.ts'
import { blocksOf } from './markdown.ts'

export type Issue = {
  _id: string
  texts: NewsletterTexts
  sentAt: Date
  recipients: number
  /** When every subscriber had been addressed; null before. */
  addressedAt: Date | null
}

/** The texts decide the id, so that a repeated request sends nothing twice. */
export const newIssue = (texts: NewsletterTexts, recipients: number, sentAt: Date): Issue => ({
  ...{
    _id: hashOf(JSON.stringify(languages.map((language) => texts[language]))),
    texts,
    sentAt,
    recipients,
    addressedAt: null,
  },
})

/** @throws problem `newsletter-incomplete` */
export function mailOf({ subject, body }: NewsletterTexts[Language]): NewsletterMail {
  const blocks = blocksOf(body)
  if (subject.trim() === '' || blocks.length === 0) throw problem('newsletter-incomplete')
  return { subject: subject.trim(), blocks }
}

/** @throws problem `newsletter-incomplete` */
export const mailsOf = (texts: NewsletterTexts): Record<Language, NewsletterMail> =>
  inEachLanguage((language) => mailOf(texts[language]))

export function listedIssue({ _id: id, texts, sentAt, recipients }: Issue): Listed {
  const subjects = inEachLanguage((language) => texts[language].subject)
  return { id, subjects, sentAt: sentAt.toISOString(), recipients }
}
