import type { Method } from '@darsi/contracts/calls/endpoint.ts'

export const callers = [
  'nobody',
  'student',
  'minor without consent',
  'teacher',
  'unapproved teacher',
  'parent',
  'admin',
  'super-admin',
  // with the token from before; unverified and pending accounts never get one
  'suspended',
] as const
export type Caller = (typeof callers)[number]
type Statuses = Readonly<Record<Caller, number>>

/** One harmless call, and the exact status for each kind of caller (product.md §7). */
export type Row = {
  statuses: Statuses
  /** The value of every parameter in the path. The default is an id that does not exist. */
  params?: string
  body?: object
  endsSession?: boolean
  /** Its refusal is a page for people, not a problem. */
  isPage?: boolean
}

const all = (status: number): Statuses => by(() => status)
const outside: readonly Caller[] = ['nobody', 'suspended']
const signedIn = (status: number): Statuses => by((caller) => (outside.includes(caller) ? 401 : status))
const only = (allowed: readonly Caller[], status: number): Statuses =>
  by((caller) => (outside.includes(caller) ? 401 : allowed.includes(caller) ? status : 403))
const admins: readonly Caller[] = ['admin', 'super-admin']
const students: readonly Caller[] = ['student', 'minor without consent']
const learners: readonly Caller[] = [...students, 'parent']
// an unapproved teacher and a minor without consent have no connections yet (docs/deviations.md)
const parties: readonly Caller[] = [...learners, 'teacher', 'unapproved teacher']
const teachers: readonly Caller[] = ['teacher', 'unapproved teacher']
const withGrid: readonly Caller[] = [...students, ...teachers]

export const nothing = '00000000-0000-4000-8000-000000000000'
/** It ends before it begins. */
const invalidPeriod = {
  kind: 'holiday',
  names: { en: 'x', fr: 'x', ar: 'x' },
  ...{ from: '2026-11-24', to: '2026-11-23', hours: null },
}
const noReach = { privacy: { profileVisible: false, contactVisible: false } }

export const matrix: Readonly<Record<`${Method} /${string}`, Row>> = {
  'POST /auth/detect-role': { statuses: all(200), body: { email: 'x@example.tn' } },
  // an empty form: anyone may send it, and no account is created
  'POST /auth/register': { statuses: all(400), body: {} },
  'POST /auth/register/student': { statuses: all(400), body: { userType: 'teacher' } },
  'POST /auth/register/teacher': { statuses: all(400), body: { userType: 'student' } },
  'POST /auth/register/parent': { statuses: all(400), body: { userType: 'student' } },
  'POST /auth/verify-email': { statuses: all(404), body: { token: 'unknown' } },
  'POST /auth/resend-verification': { statuses: all(400), body: { email: '' } },
  'POST /auth/login': { statuses: all(400), body: { email: '', password: '' } },
  'POST /auth/login/factor': { statuses: all(401), body: { challenge: 'unknown', code: '000000' } },
  'POST /auth/refresh': { statuses: all(401) },
  'POST /auth/reauthenticate': { statuses: signedIn(403), body: { password: 'wrong' } },
  'POST /auth/logout': { statuses: all(200), endsSession: true },
  'POST /auth/forgot-password': { statuses: all(400), body: { email: '' } },
  'POST /auth/reset-password': { statuses: all(400), body: { token: 'unknown', password: 'x' } },
  'GET /auth/challenge': { statuses: all(200) },
  'GET /auth/profile': { statuses: signedIn(200) },
  'GET /auth/sessions': { statuses: signedIn(200) },
  'DELETE /auth/sessions/:id': { statuses: signedIn(404) },
  'DELETE /auth/sessions': { statuses: signedIn(200) },
  'PUT /auth/password': { statuses: signedIn(403), body: { currentPassword: 'wrong', newPassword: 'x' } },
  'PUT /auth/email': { statuses: signedIn(403), body: { email: 'new@example.tn', password: 'wrong' } },
  'POST /auth/email/undo': { statuses: all(404), body: { token: 'unknown' } },
  'GET /auth/factors': { statuses: signedIn(200) },
  // the unapproved teacher has not confirmed the address
  'POST /auth/factors': {
    statuses: only([...learners, 'teacher', ...admins], 201),
    body: { type: 'totp', name: 'phone' },
  },
  'POST /auth/factors/:id/verify': { statuses: signedIn(404), body: { code: '000000' } },
  'DELETE /auth/factors/:id': { statuses: signedIn(403), body: { password: 'wrong' } },

  'GET /me/export': { statuses: signedIn(200) },
  'GET /me/export/account': { statuses: signedIn(200) },
  'GET /me/export/profile': { statuses: signedIn(200) },
  'GET /me/export/lessons': { statuses: signedIn(200) },
  'GET /me/export/administration': { statuses: signedIn(200) },
  'GET /me/export/classroom': { statuses: signedIn(200) },
  'GET /me/export/mails': { statuses: signedIn(200) },
  'DELETE /me': { statuses: only([...parties, 'admin'], 403), body: { password: 'wrong' } },
  'GET /me/profile': { statuses: signedIn(200) },
  'PATCH /me/profile': { statuses: signedIn(409), body: { version: 0, phone: '+21671000000' } },
  'GET /me/review-file': { statuses: only(teachers, 200) },
  'PUT /me/proofs/:kind': { statuses: only(teachers, 404), params: 'identity', body: { upload: nothing } },
  'DELETE /me/proofs/:kind': { statuses: only(teachers, 404), params: 'identity' },
  'GET /me/public-page': { statuses: only(teachers, 200) },
  'PUT /me/public-page': { statuses: only(teachers, 200), body: { enabled: false, slug: '' } },
  'GET /me/photo': { statuses: only(teachers, 200) },
  'PUT /me/photo': { statuses: only(teachers, 404), body: { upload: nothing } },
  'DELETE /me/photo': { statuses: only(teachers, 200) },
  'DELETE /admin/teachers/:id/photo': { statuses: only(admins, 404), body: { reason: 'x' } },
  'GET /public-teachers': { statuses: all(200) },
  'GET /teacher-pages': { statuses: all(200) },
  'GET /teacher-pages/:slug': { statuses: all(404), isPage: true },
  'GET /teacher-pages/:slug/photo': { statuses: all(404) },
  'GET /photos/:photo': { statuses: all(404) },
  'GET /admin/proofs': { statuses: only(admins, 200) },
  'GET /admin/teachers/:id/review-file': { statuses: only(admins, 404) },
  'GET /admin/teachers/:id/proofs/:proof/file': { statuses: only(admins, 404) },
  'PUT /admin/teachers/:id/proofs/:proof': { statuses: only(admins, 404), body: { decision: 'accepted' } },
  'GET /me/preferences': { statuses: signedIn(200) },
  'PUT /me/preferences': {
    statuses: signedIn(200),
    body: { language: 'en', ...noReach, notifications: { email: true, sms: false, push: false } },
  },

  'POST /connections': {
    // a parent is asked for which child
    statuses: { ...only(['student'], 404), parent: 400 },
    body: { teacherId: nothing, subject: 'mathematics' },
  },
  'GET /connections': { statuses: only(parties, 200) },
  'GET /connections/:id': { statuses: only(parties, 404) },
  'POST /connections/:id/accept': { statuses: only(['teacher'], 404), body: {} },
  'POST /connections/:id/decline': { statuses: only(['teacher', 'parent'], 404), body: {} },
  'POST /connections/:id/consent': { statuses: only(['parent'], 404), body: {} },
  'POST /connections/:id/release': { statuses: only(['parent'], 404) },
  'POST /connections/:id/cancel': { statuses: only(learners, 404), body: {} },
  'POST /connections/:id/end': { statuses: only(parties, 404), body: {} },
  'GET /me/quota': { statuses: only(teachers, 200) },
  'POST /me/upgrade-request': { statuses: only(teachers, 400), body: { reason: 5 } },
  'GET /me/request-needs': { statuses: only(students, 200) },
  'GET /me/waiting-requests': { statuses: only(learners, 200) },
  'POST /me/waiting-requests': {
    statuses: only(learners, 404),
    body: { teacherId: nothing, subject: 'mathematics', childId: nothing },
  },
  'POST /me/waiting-requests/:id/send': { statuses: only(learners, 404) },
  'DELETE /me/waiting-requests/:id': { statuses: only(learners, 404) },
  'GET /connections/:id/alternatives': { statuses: only(learners, 404) },
  'GET /children': { statuses: only(['parent'], 200) },
  'POST /children': {
    statuses: only(['parent'], 400),
    body: { firstName: '', birthYear: 2015, educationLevel: 'primary' },
  },
  'PATCH /children/:id': { statuses: only(['parent'], 404), body: { version: 1 } },
  'DELETE /children/:id': { statuses: only(['parent'], 404) },
  'POST /children/:id/guardians': { statuses: only(['parent'], 404) },
  'POST /children/link/preview': { statuses: all(404), body: { token: 'unknown' } },
  'POST /children/link/decline': { statuses: all(404), body: { token: 'unknown' } },
  'POST /children/link': { statuses: only(['parent'], 404), body: { token: 'unknown' } },
  'GET /children/changes': { statuses: only(['parent'], 200) },
  'POST /children/changes/:id/agree': {
    statuses: only(['parent'], 404),
    body: { askedAt: '2026-11-22T09:00:00.000Z' },
  },
  'POST /children/changes/:id/object': { statuses: only(['parent'], 404) },
  'POST /children/take-over': { statuses: only(students, 404), body: { token: 'x' } },
  'GET /me/guardian': { statuses: only(students, 200) },
  'POST /me/guardian': { statuses: only(students, 400), body: { email: '' } },
  'GET /consents': { statuses: only(['parent'], 200) },
  'POST /consents': { statuses: only(['parent'], 404), body: { childId: nothing, purpose: 'connect' } },
  'DELETE /consents/:id': { statuses: only(['parent'], 404) },

  'GET /teachers': { statuses: signedIn(200) },
  'GET /teachers/:id': { statuses: signedIn(404) },
  'GET /favorites': { statuses: only(learners, 200) },
  'PUT /favorites/:teacherId': { statuses: only(learners, 404) },
  'DELETE /favorites/:teacherId': { statuses: only(learners, 200) },

  'GET /availability/alive': { statuses: only(['super-admin'], 200) },
  'GET /availability/teacher': { statuses: only(withGrid, 200) },
  'GET /availability/week': { statuses: only(parties, 200) },
  'GET /availability/periods': { statuses: signedIn(200) },
  'POST /availability/periods': { statuses: only(admins, 400), body: invalidPeriod },
  'PUT /availability/periods/:id': { statuses: only(admins, 400), body: invalidPeriod },
  'DELETE /availability/periods/:id': { statuses: only(admins, 404) },
  'PUT /availability/notice': { statuses: only(teachers, 400), body: { hours: 1 } },
  'POST /availability/save': {
    statuses: only(withGrid, 400),
    body: { week_offset: 0, availability: [{ day_of_week: 1, hour: 13, is_available: true }] },
  },

  'GET /threads': { statuses: only(parties, 200) },
  'GET /threads/:id/messages': { statuses: only(parties, 404) },
  'POST /threads/:id/messages': { statuses: only(parties, 404), body: { text: 'x' } },
  'GET /homework': { statuses: only(parties, 200) },
  'POST /threads/:id/homework': {
    statuses: only(teachers, 404),
    body: { title: 'x', dueAt: '2026-11-24T17:00:00.000Z' },
  },
  'POST /homework/:id/hand-in': { statuses: only(learners, 404), body: { text: 'x' } },
  'PUT /homework/:id/mark': { statuses: only(teachers, 404), body: { value: 15 } },
  'DELETE /homework/:id': { statuses: only(teachers, 404) },
  'POST /materials/uploads': { statuses: only(parties, 400), body: { name: 'x', size: 0 } },
  'GET /materials/uploads': { statuses: only(parties, 200) },
  'GET /materials/uploads/:id': { statuses: only(parties, 404) },
  'DELETE /materials/uploads/:id': { statuses: only(parties, 404) },
  'PATCH /materials/uploads/:id': { statuses: only(parties, 404) },
  'POST /materials/uploads/:id/finish': { statuses: only(parties, 404) },
  'GET /materials/:id/file': { statuses: only(parties, 404) },
  'POST /threads/:id/read': { statuses: only(parties, 404), body: { number: 1 } },
  'POST /threads/:id/block': { statuses: only(parties, 404), body: { blocked: true } },
  'POST /threads/:id/release': { statuses: only(['parent'], 404), body: { number: 1 } },
  'POST /threads/:id/report': { statuses: only(parties, 404), body: { reason: 'x' } },

  'POST /sessions': {
    statuses: only(parties, 404),
    body: { connectionId: nothing, date: '2030-01-07', hour: 9, durationMinutes: 30, type: 'online' },
  },
  'POST /classroom/:sessionId/enter': { statuses: only(parties, 404), body: { device: nothing } },
  'GET /classroom/alive': { statuses: only(['super-admin'], 200) },
  'GET /classroom/:sessionId': { statuses: only(parties, 404) },
  'POST /classroom/:sessionId/admit': { statuses: only(parties, 404) },
  'POST /classroom/:sessionId/hold': { statuses: only([...teachers, 'parent'], 404) },
  'POST /classroom/:sessionId/end': { statuses: only([...teachers, 'parent'], 404) },
  'POST /classroom/:sessionId/leave': { statuses: only(parties, 404), body: { device: nothing } },
  'POST /classroom/:sessionId/rights': { statuses: only(teachers, 404), body: { write: true } },
  'POST /classroom/:sessionId/hand': { statuses: only(parties, 404), body: { raised: true } },
  'POST /classroom/:sessionId/pages': { statuses: only(parties, 404) },
  'POST /classroom/:sessionId/pictures': { statuses: only(parties, 415) },
  'GET /classroom/:sessionId/pictures/:picture': { statuses: only(parties, 404) },
  'POST /classroom/:sessionId/line': {
    statuses: only(parties, 404),
    body: { device: nothing, quality: 'good' },
  },
  'POST /classroom/:sessionId/report': { statuses: only(parties, 404), body: { reason: 'other', text: 'x' } },
  'GET /classroom/:sessionId/attendance': { statuses: only(parties, 404) },
  'GET /classroom/:sessionId/board': { statuses: only(parties, 404) },
  'GET /groups': { statuses: only(parties, 200) },
  'POST /groups': {
    statuses: only(teachers, 400),
    body: {
      ...{ subject: 'mathematics', level: 'secondary', date: '2030-01-07', hour: 9, durationMinutes: 60 },
      // a group has two learners at least
      ...{ type: 'faceToFace', place: 'Tunis', price: 15, capacity: 1 },
    },
  },
  'POST /groups/:id/seats': { statuses: only(learners, 404), body: { connectionId: nothing } },
  'POST /groups/:id/cancel': { statuses: only(teachers, 404) },
  'GET /sessions': { statuses: only(parties, 200) },
  'GET /sessions/children': { statuses: only(['parent'], 200) },
  'GET /sessions/overview': { statuses: only(parties, 200) },
  'GET /sessions/:id': { statuses: only(parties, 404) },
  'POST /sessions/:id/answer': { statuses: only(['parent'], 404), body: { agreed: true } },
  'POST /sessions/:id/details': {
    statuses: only(parties, 404),
    body: { version: 0, notes: 'Chapter three' },
  },
  'POST /sessions/:id/reschedule': { statuses: only(parties, 404), body: { date: '2030-01-07', hour: 9 } },
  'POST /sessions/:id/cancel': { statuses: only(parties, 404), body: { reason: 'x' } },
  'POST /sessions/:id/complete': { statuses: only(teachers, 404) },
  'POST /sessions/:id/no-show': { statuses: only(parties, 404), body: {} },
  'POST /sessions/:id/not-held': { statuses: only(parties, 404) },
  'POST /sessions/:id/review': { statuses: only(learners, 404), body: { rating: 5 } },
  'POST /sessions/:id/review-answer': { statuses: only(teachers, 404), body: { answer: 'x' } },
  'POST /sessions/:id/report': { statuses: only(teachers, 404), body: { topics: 'x', effort: 3 } },
  'GET /reports': { statuses: only(parties, 200) },
  'GET /reports/:id/report.pdf': { statuses: only(parties, 404) },
  'POST /reports/:id/read': { statuses: only(learners, 404) },
  'GET /teachers/:id/reviews': { statuses: signedIn(404) },
  'GET /availability/teachers/:id': { statuses: signedIn(404) },
  'GET /me/calendar': { statuses: only(parties, 200) },
  'POST /me/calendar': { statuses: only(parties, 200) },
  'GET /calendar/:file': { statuses: all(404), params: 'unknown.ics' },

  'GET /notifications': { statuses: signedIn(200) },
  'POST /notifications/read': { statuses: signedIn(200), body: {} },
  'GET /notifications/stream': { statuses: signedIn(200) },

  'GET /admin/users': { statuses: only(admins, 200) },
  'GET /admin/users/:id': { statuses: only(admins, 404) },
  'PUT /admin/users/:id/status': { statuses: only(admins, 404), body: { status: 'approved', notes: '' } },
  'POST /admin/users/:id/end-sessions': {
    statuses: only(admins, 404),
    body: { reason: 'A stolen telephone' },
  },
  'PUT /admin/users/:id/assignee': { statuses: only(admins, 404), body: { mine: true } },
  'DELETE /admin/users/:id': { statuses: only(['super-admin'], 404) },
  'GET /admin/connections': { statuses: only(admins, 200) },
  'PUT /admin/connections/:id': { statuses: only(admins, 404), body: { status: 'approved', notes: '' } },
  'GET /admin/care-changes': { statuses: only(admins, 200) },
  'PUT /admin/care-changes/:id': {
    statuses: only(admins, 404),
    body: { status: 'declined', note: 'x', askedAt: '2026-11-22T09:00:00.000Z' },
  },
  'GET /admin/upgrades': { statuses: only(admins, 200) },
  'PUT /admin/upgrades/:id': { statuses: only(admins, 404), body: { status: 'granted', notes: '' } },
  'GET /admin/cards': { statuses: only(admins, 200) },
  'PUT /admin/cards/:id': {
    statuses: only(admins, 404),
    body: { status: 'approved', changedAt: '2026-11-21T08:00:00.000Z' },
  },
  'GET /admin/analytics': { statuses: only(admins, 200) },
  'GET /admin/analytics/charts': { statuses: only(admins, 200) },
  // it needs its days
  'GET /superadmin/analytics/report': { statuses: only(['super-admin'], 400) },
  'GET /admin/stats': { statuses: only(admins, 200) },
  'GET /admin/duplicates': { statuses: only(admins, 200) },
  'POST /admin/duplicates/:id/review': { statuses: only(admins, 404) },
  'POST /admin/duplicates/:id/dismiss': { statuses: only(admins, 404), body: {} },
  'POST /admin/duplicates/:id/merge': { statuses: only(['super-admin'], 404), body: { keep: nothing } },
  'POST /admin/duplicates/:id/undo': { statuses: only(['super-admin'], 404) },
  'GET /superadmin/health': { statuses: only(['super-admin'], 200) },
  'GET /superadmin/stats': { statuses: only(['super-admin'], 200) },
  'GET /superadmin/audit/chain': { statuses: only(['super-admin'], 200) },
  'GET /admin/activity': { statuses: only(admins, 200) },
  'GET /admin/tickets': { statuses: only(admins, 200) },
  'POST /admin/tickets/:id/answer': { statuses: only(admins, 404), body: { text: 'x', seenAnswers: 0 } },
  'POST /admin/tickets/:id/close': { statuses: only(admins, 404) },
  'POST /superadmin/backups': { statuses: only(['super-admin'], 400), body: { passphrase: 'too short' } },
  // parts of the call above
  'POST /superadmin/backups/begin': { statuses: all(404), body: { passphrase: 'long enough for one' } },
  'POST /superadmin/backups/admin': { statuses: all(404), body: { passphrase: 'long enough for one' } },
  'POST /superadmin/backups/auth': { statuses: all(404), body: { passphrase: 'long enough for one' } },
  'POST /superadmin/backups/users': { statuses: all(404), body: { passphrase: 'long enough for one' } },
  'POST /superadmin/backups/availability': {
    statuses: all(404),
    body: { passphrase: 'long enough for one' },
  },
  'POST /superadmin/backups/classroom': { statuses: all(404), body: { passphrase: 'long enough for one' } },
  'POST /superadmin/backups/notifications': {
    statuses: all(404),
    body: { passphrase: 'long enough for one' },
  },
  'GET /superadmin/erasures': { statuses: only(['super-admin'], 200) },
  'GET /superadmin/audit': { statuses: only(['super-admin'], 200) },
  'GET /superadmin/exports/users.csv': { statuses: only(['super-admin'], 200) },
  'GET /superadmin/exports/sessions.csv': { statuses: only(['super-admin'], 200) },
  'GET /superadmin/exports/newsletter.csv': { statuses: only(['super-admin'], 200) },
  'GET /notifications/push': { statuses: signedIn(200) },
  'POST /notifications/push/devices': {
    statuses: signedIn(400),
    body: { endpoint: 'https://push.example/x', p256dh: 'x', auth: 'x' },
  },
  'DELETE /notifications/push/devices/:id': { statuses: signedIn(404) },
  // the site of the matrix has no provider of text messages
  'GET /notifications/sms': { statuses: signedIn(200) },
  'POST /notifications/sms/number': { statuses: signedIn(409), body: { phone: '+216 20 123 456' } },
  'POST /notifications/sms/confirm': { statuses: signedIn(409), body: { code: '123456' } },
  'DELETE /notifications/sms': { statuses: signedIn(200) },
  'PUT /notifications/push/quiet': { statuses: signedIn(200), body: { quiet: { from: 21, to: 7 } } },
  'GET /superadmin/newsletters': { statuses: only(['super-admin'], 200) },
  'POST /superadmin/newsletters': { statuses: only(['super-admin'], 400), body: { texts: {} } },
  'POST /superadmin/newsletters/preview': { statuses: only(['super-admin'], 200), body: { body: 'x' } },
  'POST /superadmin/newsletters/test': {
    statuses: only(['super-admin'], 400),
    body: { language: 'en', text: {} },
  },
  'POST /superadmin/admins': {
    statuses: only(['super-admin'], 400),
    body: { email: 'no address', fullName: 'X' },
  },
  'GET /statistics/basic': { statuses: all(200) },
  'GET /statistics/platform': { statuses: all(200) },
  'GET /statistics/location': { statuses: all(200) },
  'GET /statistics/transparency': { statuses: all(200) },
  'GET /admin/alerts': { statuses: only(admins, 200) },
  'GET /admin/safety-records': { statuses: only(admins, 200) },
  'POST /admin/alerts/:id/answer': { statuses: only(admins, 404) },
  'POST /admin/alerts/:id/lesson-messages': { statuses: only(admins, 404) },
  'POST /admin/reported-files/:id/view': { statuses: only(admins, 404), body: {} },
  'GET /admin/reported-files/:id/files/:file': { statuses: only(admins, 404) },
  'POST /admin/classroom-reports/:id/view': { statuses: only(admins, 404) },
  'GET /admin/classroom-reports/:id/pictures/:picture': { statuses: only(admins, 404) },
  'POST /admin/alerts/:id/pause': { statuses: only(admins, 404), body: { connectionId: 'none', note: 'x' } },
  'POST /admin/alerts/:id/messages': { statuses: only(admins, 404), body: { to: 'none', text: 'x' } },
  'POST /admin/alerts/:id/resolve': { statuses: only(admins, 404), body: { note: 'x' } },
  'GET /superadmin/evidence': { statuses: only(['super-admin'], 200) },
  'POST /superadmin/evidence/:id/view': { statuses: only(['super-admin'], 404), body: { reason: 'x' } },
  'GET /safety/alerts': { statuses: only(['parent'], 200) },
  'POST /safety/alerts/:id/resolve': { statuses: only(['parent'], 404), body: {} },
  'POST /safety/reports': { statuses: only(parties, 400), body: { reason: 'other', text: '' } },
  'POST /contact': { statuses: all(400), body: {} },
  'POST /newsletter': { statuses: all(400), body: {} },
  'POST /newsletter/confirm': { statuses: all(404), body: { token: 'x' } },
  // leads to a page
  'GET /newsletter/unsubscribe': { statuses: all(200) },
  'POST /newsletter/unsubscribe': { statuses: all(200) },
  'POST /newsletter/leave': { statuses: all(200), body: { token: 'x' } },
}

function by(status: (caller: Caller) => number): Statuses {
  // `as`: one entry per caller
  return Object.fromEntries(callers.map((caller) => [caller, status(caller)])) as Statuses
}
