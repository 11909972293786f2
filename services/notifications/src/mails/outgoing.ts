import { createHash } from 'node:crypto'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import type { MailRequest } from './mail-request.ts'
import type { Mail } from './mail-store.ts'
import { render } from './render.ts'
import type { ReturnPath } from './returned/return-path.ts'
import type { OutgoingMail } from './transport.ts'

type Sender = {
  sealer: Pick<Sealer, 'unseal'>
  publicUrl: string
  operator: string
  returnPath: ReturnPath | null
}

/** Opens and renders a stored mail. @throws Error for a mail that cannot be opened */
export function createOutgoing({ sealer, publicUrl, operator, returnPath }: Sender) {
  const { hostname } = new URL(publicUrl)
  return ({ _id, returnCode }: Pick<Mail, '_id' | 'returnCode'>, sealed: string): OutgoingMail => {
    // `as`: sealed by the mailer
    const { to, replyTo, calendar, ...content } = sealer.unseal(sealed) as MailRequest
    const { language, leaveLink, unsubscribeLink } = content
    const leave = { leaveLink, unsubscribeLink }
    return {
      messageId: messageId(_id, hostname),
      returnPath: returnCode && returnPath?.addressOf(returnCode),
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
