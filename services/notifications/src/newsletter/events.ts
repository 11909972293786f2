import type { NewsletterMail } from '@darsi/contracts/calls/admin/newsletter-api.ts'
import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import type { Consumes } from '@darsi/kit/events/consumer.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import { type Links, leaveLinks, type MailRequest, pageOf } from '../mails/mail-of.ts'
import type { MailStore } from '../mails/mail-store.ts'
import type { MailQueue } from '../mails/queue.ts'
import { aboutNewsletter, type NewsletterStore } from './newsletter-store.ts'

type Deps = {
  newsletters: NewsletterStore
  mails: Pick<MailStore, 'keep' | 'takeBack' | 'erase'>
  queue: Pick<MailQueue, 'add'>
  sealer: Sealer
  links: Links
}

/** Makes the mails of newsletters. A mail's id names the newsletter and the subscription, so each gets one. */
export function newsletterConsumes({ newsletters, mails, queue, sealer, links }: Deps): Consumes {
  const keep = async (request: MailRequest, about: { about: string; sequence: number }) => {
    const { id, kind, userId } = request
    await mails.keep({ _id: id, kind, userId, ...about, sealed: sealer.seal(request) })
    await queue.add(id)
  }

  const address = async (event: DarsiEvent<'newsletter.addressed'>): Promise<void> => {
    const { data, personal, sequence } = event
    const { newsletterId: id, count, isLast } = data
    const sending = await newsletters.byId(id)
    // the events of one newsletter come in order: without it, its first event is a dead letter
    if (!sending) throw new Error(`newsletter ${id} was not started`)
    for (const { subscriptionId, email, language, leaveToken } of personal.recipients) {
      const request = mailOf(sending.mails[language], { language, email }, links)
      await keep(
        {
          ...request,
          ...leaveLinks(links.publicUrl, leaveToken, language),
          id: `newsletter-${subscriptionId}-${id}`,
          userId: subscriptionId,
        },
        { about: aboutNewsletter(id), sequence },
      )
    }
    // after the mails: the event of the leaving may have come between
    const left = await newsletters.leftOf(personal.recipients.map(({ subscriptionId }) => subscriptionId))
    for (const subscriptionId of left) await mails.erase(subscriptionId)
    await newsletters.addressed(id, event, count, isLast)
  }

  return {
    'newsletter.started': (event) =>
      newsletters.start(
        event.data.newsletterId,
        event,
        // `as`: the producer states every language
        event.personal.mails as Record<Language, NewsletterMail>,
        new Date(event.data.at),
      ),
    'newsletter.addressed': address,
    'newsletter.stopped': async (event) => {
      const { newsletterId: id } = event.data
      await mails.takeBack(aboutNewsletter(id), event.sequence)
      await newsletters.stop(id, event)
    },
    'newsletter.left': async ({ data }) => {
      await newsletters.leave(data.subscriptionId, new Date(data.at))
      await mails.erase(data.subscriptionId)
    },
    'newsletter.test-requested': async ({ id, data, personal: { email, language, mail }, sequence }) => {
      const leaveLink = pageOf(links.publicUrl)('/newsletter/leave', language)
      const request = { ...mailOf(mail, { language, email }, links), leaveLink }
      const test = {
        ...request,
        id: `newsletter-test-${id}`,
        userId: data.by,
        kind: 'newsletter-test' as const,
      }
      await keep(test, { about: `newsletter-test-${data.newsletterId}`, sequence })
    },
  }
}

function mailOf(newsletter: NewsletterMail, to: { language: Language; email: string }, { support }: Links) {
  return {
    kind: 'newsletter' as const,
    language: to.language,
    to: { name: '', address: to.email },
    params: { subject: newsletter.subject, support },
    newsletter,
  }
}
