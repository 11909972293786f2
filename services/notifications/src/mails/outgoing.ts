import { createHash } from 'node:crypto'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import type { MailRequest } from './mail-request.ts'
import { render } from './render.ts'
import type { OutgoingMail } from './transport.ts'

/** Opens and renders a stored mail. @throws Error for a mail that cannot be opened */
export function createOutgoing(sealer: Pick<Sealer, 'unseal'>, publicUrl: string, operator = '') {
  const { hostname } = new URL(publicUrl)
  return (id: string, sealed: string): OutgoingMail => {
    // `as`: sealed by the mailer
    const { to, replyTo, calendar, ...content } = sealer.unseal(sealed) as MailRequest
    const { language, leaveLink, unsubscribeLink } = content
    const leave = { leaveLink, unsubscribeLink }
    return {
      messageId: messageId(id, hostname),
      to,
      replyTo,
      ...leave,
      language,
      calendar,
      ...render(content, operator),
    }
  }
}

/** The same for every attempt, so that servers and readers recognise a repeat. */
function messageId(id: string, hostname: string): string {
  return `<${createHash('sha256').update(id).digest('hex').slice(0, 32)}@${hostname}>`
}
