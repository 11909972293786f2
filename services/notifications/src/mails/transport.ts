import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'

export type Mailbox = { name: string; address: string }
/** An invitation to one lesson, or its cancellation. */
export type CalendarFile = { method: 'REQUEST' | 'CANCEL'; text: string }
export type OutgoingMail = {
  messageId: string
  to: Mailbox
  replyTo?: Mailbox | undefined
  /** Where mail servers send it back to; the sender by default. */
  returnPath?: string | undefined
  /** For the unsubscribe button of mail programs. */
  leaveLink?: string | undefined
  /** Takes the POST of that button (RFC 8058), which asks nothing further. */
  unsubscribeLink?: string | undefined
  language: string
  subject: string
  text: string
  html: string
  /** Lessons for the reader's calendar program. */
  calendar?: readonly CalendarFile[] | undefined
}

/**
 * `refused`: permanently, 5xx about this mail. `later`: before the server had it. `away`: the server accepts no mail of
 * ours (sender or password refused, no answer). `unknown`: the connection broke after the content was handed over, so
 * it may have arrived.
 */
export type Outcome = { kind: 'sent' } | { kind: 'refused' | 'later' | 'away' | 'unknown'; reason: string }

export type Transport = {
  /** @param mayHandOver called when the server waits for the content (DATA, 354); false aborts the mail */
  send: (outgoing: OutgoingMail, mayHandOver: () => Promise<boolean>) => Promise<Outcome>
  close: () => void
}

/** From the first content byte to the server's last answer: shorter than the lease that `mayHandOver` renews. */
export const handOverMs = 35_000
/** From the call to the server's request for the content. */
export const greetMs = 15_000

export function createSmtp(url: string, from: Mailbox): Transport {
  const smtp = createTransport({
    url,
    pool: true,
    maxConnections: 5,
    maxMessages: 200,
    // retries are decided here, never by the pool
    maxRequeues: 0,
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const asking = new Map<string, () => Promise<boolean>>()
  smtp.use('stream', (mail, done) => {
    const { message } = mail
    const ask = asking.get(String(mail.data.messageId))
    const read = message.createReadStream.bind(message)
    if (ask) message.createReadStream = (options) => askFirst(read(options), ask)
    done()
  })

  return {
    send: async (
      { language, leaveLink, unsubscribeLink, calendar, returnPath, ...outgoing },
      mayHandOver,
    ) => {
      const abort = new AbortController()
      let timer = setTimeout(() => abort.abort(), greetMs)
      let handedOver = false
      let isWithheld = false
      asking.set(outgoing.messageId, async () => {
        const isLate = abort.signal.aborted
        handedOver = !isLate && (await mayHandOver().catch(() => false))
        isWithheld = !isLate && !handedOver
        clearTimeout(timer)
        if (handedOver) timer = setTimeout(() => abort.abort(), handOverMs)
        else abort.abort()
        return handedOver
      })
      try {
        await smtp.sendMail({
          // objects, never strings: a name cannot add a recipient
          ...outgoing,
          from,
          ...(returnPath && { envelope: { from: returnPath, to: outgoing.to.address } }),
          ...(calendar && calendarParts(calendar)),
          // the test mail of a newsletter has the page alone
          ...(leaveLink && { list: { unsubscribe: { url: unsubscribeLink ?? leaveLink } } }),
          headers: {
            'Content-Language': language,
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribeLink && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
          },
          signal: abort.signal,
        })
        return { kind: 'sent' }
      } catch (error) {
        // the server asked for the content, so it is not away
        if (isWithheld) return { kind: 'later', reason: 'not handed over' }
        return judge(error, handedOver)
      } finally {
        clearTimeout(timer)
        asking.delete(outgoing.messageId)
      }
    },
    close: () => smtp.close(),
  }
}

/** Mail programs show the first lesson with the mail; the others are attached. */
function calendarParts([first, ...others]: readonly CalendarFile[]) {
  return {
    ...(first && { icalEvent: { method: first.method, content: first.text, filename: 'lesson.ics' } }),
    attachments: others.map(({ method, text }, index) => ({
      filename: `lesson-${index + 2}.ics`,
      contentType: `text/calendar; charset=utf-8; method=${method}`,
      content: text,
    })),
  }
}

/** nodemailer sends the content only after the server asked for it (354); this delays it until `ask` agrees. */
function askFirst(content: Readable, ask: () => Promise<boolean>): Readable {
  const pipe = content.pipe.bind(content)
  content.pipe = (to) => {
    void ask().then((allowed) => {
      if (allowed && !content.destroyed) pipe(to)
    })
    return to
  }
  return content
}

type Reply = { responseCode?: number; command?: string; code?: string }

/** Classifies an SMTP failure. */
function judge(error: unknown, handedOver: boolean): Outcome {
  const { responseCode, command, code } = error as Reply
  // never the server's full answer: it may contain the recipient
  const reason = [responseCode, code, command].filter(Boolean).join(' ') || 'failed'
  if (responseCode === undefined) return { kind: handedOver ? 'unknown' : 'away', reason }
  const isAboutThisMail = command === 'RCPT TO' || command === 'DATA'
  if (!isAboutThisMail) return { kind: 'away', reason }
  return { kind: responseCode >= 500 ? 'refused' : 'later', reason }
}
