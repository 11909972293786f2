import { createTransport } from 'nodemailer'

export type Letter = {
  messageId: string
  to: { name: string; address: string }
  language: string
  subject: string
  text: string
  html: string
}

/**
 * `refused` for good (5xx), `later` before the server had it all, `unknown` when the connection broke after the
 * last byte: it may have arrived.
 */
export type Outcome = { kind: 'sent' } | { kind: 'refused' | 'later' | 'unknown'; reason: string }
export type Transport = { send: (letter: Letter) => Promise<Outcome>; close: () => void }

export function createSmtp(url: string, from: { name: string; address: string }): Transport {
  const smtp = createTransport({
    url,
    pool: true,
    maxConnections: 5,
    maxMessages: 200,
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 15_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0])
  return {
    send: async ({ messageId, to, language, subject, text, html }) => {
      try {
        await smtp.sendMail({
          from,
          // objects, never strings: a name cannot add a recipient
          to: { name: to.name, address: to.address },
          subject,
          text,
          html,
          messageId,
          headers: { 'Content-Language': language, 'Auto-Submitted': 'auto-generated' },
        })
        return { kind: 'sent' }
      } catch (error) {
        return judge(error)
      }
    },
    close: () => smtp.close(),
  }
}

/** What an SMTP failure means for the mail. */
export function judge(error: unknown): Outcome {
  const { responseCode, command, code, message } = error as {
    responseCode?: number
    command?: string
    code?: string
    message?: string
  }
  // never the server's full answer: it may name the recipient
  const reason = [responseCode, code, command].filter(Boolean).join(' ') || 'failed'
  if (responseCode !== undefined && responseCode >= 500) return { kind: 'refused', reason }
  if (responseCode !== undefined) return { kind: 'later', reason }
  const afterData = command === 'DATA' || /connection closed unexpectedly/i.test(message ?? '')
  return { kind: afterData && code !== 'EENVELOPE' ? 'unknown' : 'later', reason }
}
