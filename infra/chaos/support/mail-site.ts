import { type ServiceName, services } from '../../local/process/site-ports.ts'
import type { Site } from '../../local/site/site.ts'
import { type MailSink, startMailSink } from '../../local/trials/mail-sink.ts'
import { withTrialSite } from '../../local/trials/trial.ts'
import { withLedger } from './fault-ledger.ts'

/** Everything that works on calls and events; no front ends. */
export const programs: readonly string[] = ['gateway', ...services]

/** Runs a scenario on a site of these programs without demo data, and prints the faults at the end. */
export const withFaultSite = (act: (site: Site) => Promise<void>): Promise<void> =>
  withTrialSite({ RATE_LIMIT_PER_MINUTE: '10000000', DEMO: 'false' }, withLedger(act), programs)

type Options = {
  env?: Record<string, string>
  /** Time of the mail server from the end of a mail to its answer. */
  answerMs?: number
  /** Services that run twice. The second process gets no calls. */
  twins?: readonly ServiceName[]
}

/** A site without front ends whose mails arrive in this process. */
export async function withMailSite(
  act: (site: Site, sink: MailSink) => Promise<void>,
  { env = {}, answerMs = 0, twins = [] }: Options = {},
): Promise<void> {
  const sink = await startMailSink({ answerMs })
  process.env['SMTP_URL'] = sink.url
  process.env['MAILDEV_URL'] ??= 'http://127.0.0.1:1'
  try {
    const all = { RATE_LIMIT_PER_MINUTE: '10000000', ...env }
    await withTrialSite(
      all,
      withLedger((site) => act(site, sink)),
      programs,
      twins,
    )
  } finally {
    await sink.stop()
  }
}
