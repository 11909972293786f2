import type { NewsletterMail } from '@darsi/contracts/calls/admin/newsletter-api.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import type { Consumes } from '@darsi/kit/events/consumer.ts'
import { type Links, leaveLinks, pageOf } from '../mails/mail-request.ts'
import type { Mailer } from '../mails/mailer.ts'
import { bulk } from '../mails/queue.ts'

type Deps = { mailer: Pick<Mailer, 'send' | 'erase'>; links: Links }

/** Makes the mails of newsletters. */
export function newsletterConsumes({ mailer, links }: Deps): Consumes {
  return {
    'newsletter.addressed': ({ data: { newsletterId, subscriptionId }, personal, sequence }) =>
      mailer.send(
        {
          ...mailOf(personal, links),
          ...leaveLinks(links.publicUrl, personal.leaveToken, personal.language),
          // by newsletter and subscription: a second event of the same pair sends nothing
          id: `${bulk}${newsletterId}-${subscriptionId}`,
          userId: subscriptionId,
          kind: 'newsletter',
        },
        { sequence },
      ),
    // comes after the subscription's other events, which have the same key
    'newsletter.left': ({ data }) => mailer.erase(data.subscriptionId),
    'newsletter.test-requested': ({ id, data, personal, sequence }) =>
      mailer.send(
        {
          ...mailOf(personal, links),
          leaveLink: pageOf(links.publicUrl)('/newsletter/leave', personal.language),
          id: `newsletter-test-${id}`,
          userId: data.by,
          kind: 'newsletter-test',
        },
        { sequence },
      ),
  }
}

type Addressed = { email: string; language: Language; mail: NewsletterMail }

const mailOf = ({ email, language, mail }: Addressed, { support }: Links) => ({
  language,
  to: { name: '', address: email },
  params: { subject: mail.subject, support },
  newsletter: mail,
})
