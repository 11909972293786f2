import type { DarsiEvent, EventType } from '@darsi/contracts/events.ts'
import type { Consumes } from '@darsi/kit/consumer.ts'
import type { Sealer } from '@darsi/kit/seal.ts'
import type { Erasures } from './erasure-store.ts'
import { aboutLesson } from './lessons/lesson-notes.ts'
import { type Links, type MailRequest, noteMail, notesOf, notingEvents } from './mail-of.ts'
import type { MailStore } from './mail-store.ts'
import { mailingEvents, mailsOf } from './mail-table.ts'
import type { MessageEvents } from './messages/message-events.ts'
import type { NoticeStore } from './notice-store.ts'
import type { PreferenceStore } from './preference-store.ts'
import type { MailQueue } from './queue.ts'
import type { Tell } from './stream/live.ts'
import { withLive } from './stream/with-live.ts'
import type { NoticeKind } from './texts.ts'

type Parts = {
  mails: MailStore
  notices: NoticeStore
  preferences: PreferenceStore
  messages: MessageEvents
  erasures: Erasures
  queue: Pick<MailQueue, 'add'>
  tell: Tell
  sealer: Sealer
  links: Links
}

/** What a person also sees inside the application. */
function noticeOf(event: DarsiEvent): NoticeKind | null {
  if (event.type === 'user.approved') return event.data.role === 'teacher' ? 'account-approved' : null
  if (event.type === 'user.logged-in') return event.data.newDevice ? 'new-device' : null
  return notices[event.type] ?? null
}

const notices: { readonly [K in EventType]?: NoticeKind } = {
  'user.verified': 'welcome',
  // read after the suspension was lifted
  'user.suspended': 'account-suspended',
  'user.reinstated': 'account-reinstated',
  'user.reopened': 'account-reopened',
  'user.session-ended': 'session-ended',
  'user.password-changed': 'password-changed',
  'user.email-change-requested': 'email-change-requested',
  'user.email-changed': 'email-changed',
  'user.second-factor-changed': 'second-factor',
}

export function consumes(parts: Parts): Consumes {
  const { mails, notices: kept, preferences, messages, erasures, queue, tell, sealer, links } = parts
  const send = async (request: MailRequest, about?: string): Promise<void> => {
    const { id, kind, userId } = request
    await mails.keep({ _id: id, kind, userId, about, sealed: sealer.seal(request) }, new Date())
    // also when the mail was known: its job may be what a crash took
    await queue.add(id)
  }
  const react = async (event: DarsiEvent): Promise<void> => {
    const requests = mailsOf(event, links)
    const kind = noticeOf(event)
    // most sign-ins
    if (requests.length === 0 && !kind) return
    // a late event must not write to someone who is gone
    const isGone = event.type !== 'user.deletion-requested' && (await erasures.isErased(event.subject))
    if (isGone) return
    for (const request of requests) await send(request)
    if (kind) {
      await kept.keep({ _id: event.id, userId: event.subject, kind, createdAt: new Date(event.time) })
      await tell([event.subject], { kind: 'notice', id: event.id })
    }
  }
  /** Reminders of an hour at which there is no lesson any more: mails not sent yet, notices not read yet. */
  const takeBack = async (sessionId: string): Promise<void> => {
    const about = aboutLesson(sessionId)
    await mails.takeBack(about, new Date())
    const from = await kept.takeBack(about, new Date())
    await tell(from, { kind: 'notice', id: sessionId })
  }
  /** Several people learn of it, each for himself: who is gone or wants no mail is left out. */
  const note = async (event: DarsiEvent): Promise<void> => {
    if (event.type === 'session.moved' || event.type === 'session.cancelled')
      await takeBack(event.data.sessionId)
    for (const one of notesOf(event, links)) {
      const { userId, notice: kind, isOptional, about } = one
      if (await erasures.isErased(userId)) continue
      const mail = noteMail(event, one, links)
      if (mail && (!isOptional || (await preferences.wantsMail(userId)))) await send(mail, about)
      if (!kind) continue
      const id = `${event.id}.${userId}`
      await kept.keep({ _id: id, userId, kind, about, createdAt: new Date(event.time) })
      await tell([userId], { kind: 'notice', id })
    }
  }
  const table: Record<string, (event: DarsiEvent) => Promise<void>> = {}
  for (const type of mailingEvents) table[type] = react
  for (const type of notingEvents) table[type] = note
  table['user.deletion-requested'] = async (event) => {
    await mails.erase(event.subject)
    await kept.erase(event.subject)
    await preferences.erase(event.subject)
    await messages.erase(event.subject)
    await react(event)
    await erasures.confirm(event.subject)
  }
  const wishes: Consumes = {
    'message.sent': messages.sent,
    'thread.read': messages.read,
    'user.registered': async (event) => {
      const registered = event.personal.roleData['emailNotifications'] !== false
      if (!(await erasures.isErased(event.subject))) await preferences.keep(event, { registered })
      await react(event)
    },
    'user.preferences-changed': async (event) => {
      const { email } = event.data.notifications
      if (!(await erasures.isErased(event.subject))) await preferences.keep(event, { email })
    },
  }
  // `as`: every key is an event type, every handler takes any event
  return withLive({ ...(table as Consumes), ...wishes }, tell)
}
