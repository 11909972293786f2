import type { NewsletterMail } from '@darsi/contracts/calls/admin/newsletter-api.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import type { Consumes } from '@darsi/kit/events/consumer.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import { type Links, leaveLinks, type MailRequest, pageOf } from '../mails/mail-of.ts'
import type { MailStore } from '../mails/mail-store.ts'
import { bulk, type MailQueue } from '../mails/queue.ts'

type Deps = {
  mails: Pick<MailStore, 'keep' | 'erase'>
  queue: Pick<MailQueue, 'add'>
  sealer: Sealer
  links: Links
}

/** Makes the mails of newsletters. */
export function newsletterConsumes({ mails, queue, sealer, links }: Deps): Consumes {
  const keep = async (request: MailRequest, sequence: number) => {
    const { id, kind, userId } = request
    await mails.keep({ _id: id, kind, userId, sequence, sealed: sealer.seal(request) })
    await queue.add(id)
  }
  return {
    'newsletter.addressed': ({ data: { newsletterId, subscriptionId }, personal, sequence }) =>
      keep(
        {
          ...mailOf(personal, links),
          ...leaveLinks(links.publicUrl, personal.leaveToken, personal.language),
          // by newsletter and subscription: a second event of the same pair sends nothing
          id: `${bulk}${newsletterId}-${subscriptionId}`,
          userId: subscriptionId,
          kind: 'newsletter',
        },
        sequence,
      ),
    // comes after the subscription's other events, which have the same key
    'newsletter.left': ({ data }) => mails.erase(data.subscriptionId),
    'newsletter.test-requested': ({ id, data, personal, sequence }) =>
      keep(
        {
          ...mailOf(personal, links),
          leaveLink: pageOf(links.publicUrl)('/newsletter/leave', personal.language),
          id: `newsletter-test-${id}`,
          userId: data.by,
          kind: 'newsletter-test',
        },
        sequence,
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
