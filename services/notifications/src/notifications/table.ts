import type { DarsiEvent, EventType } from '@darsi/contracts/events/events.ts'
import { textOf } from '@darsi/contracts/reference/i18n/fill-in.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { classroomPath } from '@darsi/contracts/rules/classroom-path.ts'
import { retention } from '@darsi/contracts/rules/retention.ts'
import { deviceNameIn } from '@darsi/contracts/rules/texts/device-name.ts'
import { firstNameOf } from '@darsi/contracts/rules/texts/first-name.ts'
import { proofNames } from '@darsi/contracts/texts/proof-names.ts'
import { dayIn, momentIn } from '../mails/moment.ts'
import { oneLine } from '../mails/one-line.ts'
import { texts } from '../mails/texts.ts'
import {
  aboutGuardian,
  closedCareChange,
  comingOfAge,
  contestedConsent,
  requestedCareChange,
  toGuardians,
} from './care.ts'
import { ofConnection } from './connection.ts'
import { ofGroup } from './group.ts'
import { ofHomework } from './homework.ts'
import { aboutLesson, afterLesson, ofLesson } from './lesson.ts'
import { entriesOf, isInClassroom } from './lesson-calendar.ts'
import { mailReturned } from './mail-returned.ts'
import { both, type Notification, toEach, toOwner, toSubscriber } from './notification.ts'
import { alertMessage, alertParams, openedAlert, stageName } from './safety.ts'
import { answeredTicket, newTicket, overdueTicket } from './ticket.ts'

type Row<K extends EventType> = (event: DarsiEvent<K>, support: string) => Notification[]

/** The address only fills in forms. It stands after the `#`, so that no server or proxy on the way logs it. */
const linkPath = (page: string, token: string, email: string) =>
  `${page}?token=${token}#email=${encodeURIComponent(email)}`
const verifyPath = (token: string, email: string) => linkPath('/verify-email', token, email)
const undoPath = (token: string) => `/undo-email-change?token=${token}`
const deviceFor = (language: Language, device: string) =>
  device === '' ? texts[language].unknownDevice : deviceNameIn(device, language)
const resetPath = (token: string) => `/reset-password?token=${token}`

const placeOffer =
  (kind: 'place-offered' | 'place-lapsed') =>
  ({ data, personal }: DarsiEvent<'place.offered' | 'place.lapsed'>): Notification[] => {
    const { teacherName, ...to } = personal
    const { language } = to
    const subject = subjectName(data.subject, language)
    const params = { teacher: teacherName, subject, until: momentIn(language, data.offeredUntil) }
    const place = { waiting: data.waitingRequestId }
    return [{ userId: data.requesterId, to, ...both(kind), isOptional: false, params, place }]
  }

/** The notices and mails of every event. An event without a row causes none. Unread messages have digests instead. */
const table: { readonly [K in EventType]?: Row<K> } = {
  'user.registered': (event) => {
    const { verificationToken: token, email } = event.personal
    // demo accounts and administrators have nothing to verify
    return token ? toOwner(event, { mail: 'verify-email', path: verifyPath(token, email) }) : []
  },
  'user.verification-requested': (event) => {
    const { verificationToken, email } = event.personal
    return toOwner(event, { mail: 'verify-email', path: verifyPath(verificationToken, email) })
  },
  'user.registration-repeated': (event) => {
    const { how, reservedUntil } = event.data
    if (reservedUntil) {
      const params = { until: momentIn(event.personal.language, reservedUntil) }
      return toOwner(event, { mail: 'address-reserved', params })
    }
    const mail = how === 'email-change' ? 'address-wanted' : 'registration-repeated'
    return toOwner(event, { mail, path: '/forgot-password' })
  },
  'user.reclaimed': (event) =>
    toOwner(event, { notice: 'welcome', mail: 'account-reclaimed', path: '/login' }),
  'user.verified': (event) =>
    event.data.again ? [] : toOwner(event, { ...both('welcome'), path: '/login' }),
  'user.logged-in': (event) => {
    if (!event.data.newDevice) return []
    const { device, language } = event.personal
    const params = { device: deviceFor(language, device), when: momentIn(language, event.time) }
    return toOwner(event, { ...both('new-device'), params, path: '/forgot-password' })
  },
  'user.password-attacked': (event) =>
    toOwner(event, { ...both('password-attacked'), path: '/forgot-password' }),
  'user.session-ended': (event) => {
    const { language, device } = event.personal
    const params = { device: deviceFor(language, device) }
    return toOwner(event, { ...both('session-ended'), params, path: '/forgot-password' })
  },
  'user.password-reset-requested': (event) =>
    toOwner(event, { mail: 'reset-password', path: resetPath(event.personal.resetToken) }),
  'user.password-changed': (event) =>
    toOwner(event, { ...both('password-changed'), path: '/forgot-password' }),
  'user.email-change-requested': (event) => {
    const { subject, personal } = event
    const { newEmail, verificationToken: token, cancelToken = '' } = personal
    const toOld = toOwner(event, {
      notice: 'email-change-requested',
      mail: 'email-change-notice',
      path: undoPath(cancelToken),
    })
    // the address belongs to another account, whose owner gets a mail by an event of that account
    if (token === '') return toOld
    const path = verifyPath(token, newEmail)
    return [{ userId: subject, to: { ...personal, email: newEmail }, mail: 'email-change', path }, ...toOld]
  },
  'user.email-changed': ({ subject, personal }) => {
    const to = { ...personal, email: personal.oldEmail }
    return [{ userId: subject, to, ...both('email-changed'), path: undoPath(personal.undoToken ?? '') }]
  },
  'user.email-change-undone': (event) => {
    const { subject, personal } = event
    const { email, newEmail, resetToken } = personal
    const toOld = toOwner(event, { mail: 'email-change-undone', path: resetPath(resetToken) })
    // the change was not confirmed: no account had the new address
    if (newEmail === email) return toOld
    return [...toOld, { userId: subject, to: { ...personal, email: newEmail }, mail: 'email-change-removed' }]
  },
  'user.mail-returned': mailReturned,
  'user.second-factor-changed': (event) =>
    toOwner(event, { ...both('second-factor'), path: '/forgot-password' }),
  'user.invited': (event) =>
    toOwner(event, { mail: 'admin-invitation', path: resetPath(event.personal.invitationToken) }),
  'user.approved': (event) => {
    const { role } = event.data
    const path = '/login'
    if (role === 'teacher')
      return toOwner(event, { notice: 'account-approved', mail: 'teacher-approved', path })
    return toOwner(event, { mail: role === 'admin' ? 'admin-approved' : 'account-approved', path })
  },
  'user.suspended': (event) => {
    const mail = event.data.previous === 'pending' ? 'account-rejected' : 'account-suspended'
    const { language, reason } = event.personal
    const { days: count } = retention['rejected-accounts']
    const params = { reason, days: textOf(texts[language].counts, 'days', { count }, language) }
    // the notice is read after the suspension was lifted
    return toOwner(event, { notice: 'account-suspended', mail, params })
  },
  'user.inactivity-warned': (event) => {
    const params = { until: momentIn(event.personal.language, event.data.eraseAt) }
    return toOwner(event, { mail: 'account-inactive', params, path: '/login' })
  },
  'user.reinstated': (event) => toOwner(event, { ...both('account-reinstated'), path: '/login' }),
  // with a reason: the mail of `user.reclaimed` says it
  'user.reopened': (event) => (event.data.reason ? [] : toOwner(event, both('account-reopened'))),
  'user.deletion-requested': (event) => {
    const { reason } = event.data
    // nobody has proven the address, or the owner got the mail at the first erasure
    return reason === 'unconfirmed' || reason === 'restored'
      ? []
      : toOwner(event, { mail: 'account-deleted' })
  },

  'upgrade.reviewed': ({ data, personal }) => {
    const params = { note: personal.notes }
    return [{ userId: data.teacherId, to: personal, ...both(`upgrade-${data.decision}`), params }]
  },
  'card.reviewed': ({ data, personal }) => {
    const params = { note: personal.notes }
    return [{ userId: data.teacherId, to: personal, ...both(`card-${data.decision}`), params }]
  },
  'proof.decided': ({ data, personal }) => {
    const { language, reason } = personal
    const params = { document: proofNames[data.kind][language], reason }
    return [{ userId: data.teacherId, to: personal, ...both(`proof-${data.decision}`), params }]
  },
  'proof.due': ({ data, personal }) => [{ userId: data.teacherId, to: personal, ...both('proof-due') }],

  'guardian.invited': ({ subject, data, personal }) => {
    const { email, studentName, language, alsoIn, token } = personal
    const params = { student: firstNameOf(oneLine(studentName)) }
    const to = { email, fullName: '', language }
    const path = linkPath('/guardian', token, email)
    return [
      {
        userId: subject,
        to,
        mail: data.isFormer ? 'guardian-returned' : 'guardian-invited',
        params,
        path,
        alsoIn,
      },
    ]
  },
  'consent.given': contestedConsent,
  'guardian.joined': (event) =>
    // the only guardian of a child did it personally
    event.data.guardianIds.length > 1
      ? toGuardians(event.personal.guardians, 'guardian-joined', aboutGuardian(event))
      : [],
  'guardian.left': (event) => toGuardians(event.personal.guardians, 'guardian-left', aboutGuardian(event)),
  'learner.left': ({ data, personal: { childName: child, guardians } }) =>
    toEach(guardians, ({ language }) => ({
      ...both('learner-left'),
      params: { child, until: momentIn(language, data.readableUntil) },
    })),
  'care-change.requested': requestedCareChange,
  'care-change.closed': closedCareChange,
  'learner.came-of-age': comingOfAge,

  'connection.requested': (event) =>
    ofConnection(event, ({ part, isAsked }) => {
      if (!isAsked) return null
      return part === 'teacher'
        ? both('connection-requested')
        : { ...both('guardian-consent'), isOptional: false }
    }),
  'connection.expiring': (event) =>
    ofConnection(event, ({ isAsked }) => (isAsked ? both('connection-expiring') : null)),
  'connection.approved': (event) => ofConnection(event, () => both('connection-approved')),
  'connection.declined': (event) =>
    ofConnection(event, ({ part }) =>
      part === 'teacher' && event.data.needs.teacher === 'refused' ? null : both('connection-declined'),
    ),
  'connection.cancelled': (event) =>
    ofConnection(event, ({ part }) => (part === 'teacher' ? { notice: 'connection-cancelled' } : null)),
  'connection.expired': (event) =>
    ofConnection(event, ({ part }) =>
      part === 'teacher' ? { notice: 'connection-expired' } : both('connection-expired'),
    ),
  'connection.ended': (event) => ofConnection(event, () => both('connection-ended')),
  // the same text for both sides, so that it does not reveal who reported; the cause only where no person did
  'connection.suspended': (event) =>
    ofConnection(event, () => ({ ...both('connection-paused'), isOptional: false })),
  'connection.reopened': (event) =>
    ofConnection(event, () => ({ ...both('connection-reopened'), isOptional: false })),
  // a held request was written by the learner
  'connection.changed': (event) =>
    ofConnection(event, ({ part }) =>
      event.data.released && part === 'learner' ? both('text-released') : null,
    ),
  'message.released': ({ data, personal: { recipients, student, teacher, subject } }) =>
    toEach(recipients, ({ userId, language }) => ({
      ...(userId === data.writtenBy ? both('text-released') : { notice: 'message-received' }),
      isOptional: true,
      params: {
        student: firstNameOf(student),
        teacher,
        subject: subjectName(subject, language),
        writtenOn: dayIn(language, data.writtenAt),
      },
      place: { thread: data.threadId },
    })),
  'place.offered': placeOffer('place-offered'),
  'place.lapsed': placeOffer('place-lapsed'),
  'thread.removal-announced': ({ data, personal: { subject, members } }) =>
    toEach(members, ({ language }) => ({
      ...both('message-removal'),
      isOptional: true,
      params: { subject: subjectName(subject, language), until: momentIn(language, data.removeAt) },
      place: { thread: data.threadId },
    })),

  'photo.removed': (event) =>
    toOwner(
      { subject: event.data.teacherId, personal: event.personal },
      { ...both('photo-removed'), params: { reason: event.personal.reason } },
    ),

  'session.booked': (event) =>
    ofLesson(event, (reader) => ({ ...both('lesson-booked'), calendar: entriesOf(event, reader) })),
  'session.proposed': (event) =>
    ofLesson(event, (reader) => {
      const { announces, previousStartsAt } = event.data
      const about = announces.map(({ sessionId }) => aboutLesson(sessionId))
      // takes the previous hour out of the calendars
      const calendar = previousStartsAt ? { calendar: entriesOf(event, reader) } : {}
      // without an answer of the guardian the lesson is cancelled: this mail cannot be switched off
      if (reader.part === 'guardian')
        return { ...both('lesson-proposed'), isOptional: false, about, ...calendar }
      return previousStartsAt ? { ...both('lesson-unconfirmed'), about, ...calendar } : null
    }),
  'session.moved': (event) =>
    ofLesson(event, (reader) => ({ ...both('lesson-moved'), calendar: entriesOf(event, reader) })),
  'session.changed': (event) =>
    ofLesson(event, (reader) => ({ ...both('lesson-changed'), calendar: entriesOf(event, reader) })),
  'session.cancelled': (event) =>
    ofLesson(event, (reader) => ({
      notice: 'lesson-cancelled',
      mail: event.data.announces.length > 1 ? 'lessons-cancelled' : 'lesson-cancelled',
      // only the first proposal of a lesson is in no calendar: after a move the mail with the old hour's CANCEL may be unsent
      ...((event.data.cause !== 'not-confirmed' || event.data.revision > 1) && {
        calendar: entriesOf(event, reader),
      }),
    })),
  'session.reminder-due': (event) =>
    ofLesson(event, () => {
      const { reminder, sessionId, startsAt } = event.data
      const limits = { about: aboutLesson(sessionId), until: new Date(startsAt) }
      if (!isInClassroom(event)) return { ...both(`lesson-reminder-${reminder}`), ...limits }
      const path = classroomPath(sessionId)
      return {
        notice: `lesson-reminder-${reminder}`,
        mail: `classroom-reminder-${reminder}`,
        path,
        ...limits,
      }
    }),
  'session.no-show': (event) => ofLesson(event, () => both('lesson-missed')),
  'session.completed': (event) =>
    ofLesson(event, ({ part }) => (part === 'teacher' ? null : { notice: 'lesson-held' })),
  'group.short': (event) => ofGroup(event, 'group-short'),
  // other causes need no message: the teacher cancelled, or the account is suspended or erased
  'group.cancelled': (event) =>
    event.data.cause === 'group-too-small' ? ofGroup(event, 'group-too-small') : [],
  'report.written': (event) =>
    afterLesson(event, ({ part }) => (part === 'teacher' ? null : both('report-written'))),
  'review.written': (event) =>
    afterLesson(event, ({ part }) => (part === 'teacher' ? both('review-written') : null)),
  'review.answered': (event) =>
    afterLesson(event, ({ part }) => (part === 'teacher' ? null : { notice: 'review-answered' })),

  'homework.set': (event) => ofHomework(event, 'homework-set', 'family'),
  'homework.due': (event) => ofHomework(event, 'homework-due', 'family'),
  'homework.handed-in': (event) => ofHomework(event, 'homework-handed-in', 'teacher'),
  'homework.marked': (event) => ofHomework(event, 'homework-marked', 'family'),

  'alert.opened': openedAlert,
  'alert.answered': ({ data, personal: { reporter } }) =>
    toEach(reporter ? [reporter] : [], ({ language }) => ({
      ...both('safety-answered'),
      params: { investigateBy: momentIn(language, data.investigateBy) },
    })),
  'alert.message-sent': alertMessage,
  'alert.escalated': ({ data, personal }) =>
    toEach(personal.admins, ({ language }) => ({
      ...both('safety-escalated'),
      params: { ...alertParams(data, language), stage: stageName(data.stage, language) },
      place: { alert: data.alertId },
    })),
  'alert.resolved': ({ data: { reporterId } }) => {
    const nobody = { email: '', fullName: '', language: 'en' } as const
    return reporterId ? [{ userId: reporterId, to: nobody, notice: 'safety-resolved' }] : []
  },

  'contact.received': newTicket,
  'contact.overdue': overdueTicket,
  'contact.answered': answeredTicket,
  'newsletter.requested': (event) => {
    const { confirmToken, leaveToken } = event.personal
    const path = `/newsletter?token=${confirmToken}`
    return toSubscriber(event, { mail: 'newsletter-confirm', path, leaveToken })
  },
  'newsletter.confirmed': (event) =>
    toSubscriber(event, {
      mail: 'newsletter-welcome',
      path: '/blog',
      leaveToken: event.personal.leaveToken,
    }),
}

/** The events that cause a notice or a mail. */
// `as`: the keys of the table
export const notifyingEvents = Object.keys(table) as EventType[]

export function notificationsOf(event: DarsiEvent, support: string): Notification[] {
  // `as`: each row takes the events of its own type
  const row = table[event.type] as Row<EventType> | undefined
  return row?.(event, support) ?? []
}
