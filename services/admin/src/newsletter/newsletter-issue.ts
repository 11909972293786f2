import type {
  Newsletter as Listed,
  NewsletterMail,
  NewsletterState,
  NewsletterTexts,
} from '@darsi/contracts/calls/admin/newsletter-api.ts'
import type { EventInput } from '@darsi/contracts/events/events.ts'
import { type Language, languages } from '@darsi/contracts/reference/languages.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { blocksOf } from './markdown.ts'

/** One newsletter: draft → sending → sent, or stopped. */
export type Issue = {
  _id: string
  state: NewsletterState
  texts: NewsletterTexts
  revision: number
  createdAt: Date
  updatedAt: Date
  startedAt: Date | null
  endedAt: Date | null
  recipients: number
  /** The last subscription that was addressed: the next batch begins behind it. */
  cursor: string
  /** When the next batch is due; null before the start and after the last one. */
  nextAt: Date | null
  sent: number
  failed: number
  withdrawn: number
}

/** A subscription as a batch names it. */
export type Recipient = { subscriptionId: string; email: string; language: Language; leaveToken: string }

/** A transition: what is written, and its event. */
export type Changed = { update: { $set: Partial<Issue> }; event: EventInput }
type By = { by: string; at: Date }

/** Time between two batches. */
export const batchMs = 5000

export const newIssue = (_id: string, texts: NewsletterTexts, at: Date): Issue => ({
  _id,
  state: 'draft',
  texts,
  revision: 1,
  createdAt: at,
  updatedAt: at,
  startedAt: null,
  endedAt: null,
  recipients: 0,
  cursor: '',
  nextAt: null,
  sent: 0,
  failed: 0,
  withdrawn: 0,
})

/** @throws problem `newsletter-incomplete` */
export function mailIn(language: Language, { texts }: Pick<Issue, 'texts'>): NewsletterMail {
  const { subject, body } = texts[language]
  const blocks = blocksOf(body)
  if (subject.trim() === '' || blocks.length === 0) throw problem('newsletter-incomplete')
  return { subject: subject.trim(), blocks }
}

/** @throws problem `newsletter-not-draft`, `stale-version` or `newsletter-incomplete` */
export function start(
  issue: Issue,
  { by, at, revision, recipients }: By & { revision: number; recipients: number },
): Changed {
  if (issue.state !== 'draft') throw problem('newsletter-not-draft')
  if (issue.revision !== revision) throw problem('stale-version')
  const mails = Object.fromEntries(languages.map((language) => [language, mailIn(language, issue)]))
  return {
    // the texts too: a change at the same moment must not make the record differ from what is sent
    update: { $set: { state: 'sending', texts: issue.texts, startedAt: at, nextAt: at, recipients } },
    event: {
      type: 'newsletter.started',
      data: { newsletterId: issue._id, by, recipients, at: at.toISOString() },
      // `as`: one mail for each of the languages
      personal: { mails: mails as Record<Language, NewsletterMail> },
    },
  }
}

/**
 * The next batch. The cursor and the event that addresses the batch are one write, so a process that is killed at any
 * moment leaves nobody out and addresses nobody twice.
 * @param size of a full batch; a smaller one is the last
 */
export function address(
  issue: Issue,
  { after, batch, size, at }: { after: string; batch: readonly Recipient[]; size: number; at: Date },
): Changed | null {
  if (issue.state !== 'sending' || issue.nextAt === null || issue.nextAt > at || issue.cursor !== after)
    return null
  const isLast = batch.length < size
  return {
    update: {
      $set: {
        cursor: batch.at(-1)?.subscriptionId ?? after,
        nextAt: isLast ? null : new Date(at.getTime() + batchMs),
      },
    },
    event: {
      type: 'newsletter.addressed',
      data: { newsletterId: issue._id, count: batch.length, isLast, at: at.toISOString() },
      personal: { recipients: [...batch] },
    },
  }
}

/** @throws problem `newsletter-not-sending` */
export function stop(issue: Issue, { by, at }: By): Changed {
  if (issue.state !== 'sending') throw problem('newsletter-not-sending')
  return {
    update: { $set: { state: 'stopped', endedAt: at, nextAt: null } },
    event: { type: 'newsletter.stopped', data: { newsletterId: issue._id, by, at: at.toISOString() } },
  }
}

export function listedIssue(issue: Issue): Listed {
  const { _id: id, state, texts, revision, recipients, sent, failed, withdrawn } = issue
  return {
    ...{ id, state, texts, revision, recipients, sent, failed, withdrawn },
    updatedAt: issue.updatedAt.toISOString(),
    startedAt: issue.startedAt?.toISOString() ?? null,
    endedAt: issue.endedAt?.toISOString() ?? null,
  }
}
