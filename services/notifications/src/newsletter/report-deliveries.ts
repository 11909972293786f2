import type { Log } from '@darsi/kit/observability/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import type { MailStore } from '../mails/mail-store.ts'
import { aboutNewsletter, type NewsletterStore } from './newsletter-store.ts'

type Parts = { mails: Pick<MailStore, 'outcomesAbout'>; newsletters: NewsletterStore }

const everyMs = 5000

/** Tells the administrators' service how far the mails of each newsletter are, until none waits. */
export async function reportDeliveries({ mails, newsletters }: Parts, at: Date): Promise<void> {
  for (const { _id: id } of await newsletters.open())
    await newsletters.report(id, await mails.outcomesAbout(aboutNewsletter(id)), at)
}

export const startDeliveryReports = ({ log, ...parts }: Parts & { log: Pick<Log, 'warn'> }) =>
  repeat({
    everyMs,
    work: () => reportDeliveries(parts, new Date()),
    log,
    failed: 'deliveries of newsletters not reported',
  })
