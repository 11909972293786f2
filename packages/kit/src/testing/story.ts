import { readFileSync } from 'node:fs'
import { eventIdOf } from '@darsi/contracts/events/event-definition.ts'
import type { DarsiEvent, EventType } from '@darsi/contracts/events/events.ts'
import { type Service, services } from '@darsi/contracts/reference/services.ts'

type Names = Readonly<Record<string, string>>
type Change = { producer?: Service; data?: object; personal?: object }
type Step = [type: EventType, who?: string, change?: Change]

/** A copy of one published event of each type. */
export const goldenEvents: readonly DarsiEvent[] = JSON.parse(
  readFileSync(new URL('../../../contracts/golden-events.json', import.meta.url), 'utf8'),
)
export function goldenEvent(type: EventType): DarsiEvent {
  const golden = goldenEvents.find((event) => event.type === type)
  if (!golden) throw new Error(`no golden event of ${type}`)
  return golden
}
/** The person of most account events. */
const mainPerson = '6f1c2f0a-3b7e-4d53-9a55-0d6f8f1f2a10'
const roles: Names = { t1: 'teacher', s1: 'student', p1: 'parent', u1: 'student', a1: 'admin' }
const teaching = { teachingSubjects: ['mathematics'], acceptTerms: true }
const studying = { educationLevel: 'university', birthYear: 1999 }

const beginnings: Step[] = [
  ['user.registered', 't1', { personal: { roleData: teaching } }],
  [
    'user.registered',
    's1',
    { personal: { roleData: studying, former: undefined }, data: { status: 'approved' } },
  ],
  ['user.registered', 'p1', { personal: { roleData: {} }, data: { status: 'approved' } }],
  ['user.registered', 'u1', { personal: { roleData: studying }, data: { status: 'approved' } }],
  ['user.invited', 'a1'],
  ['user.registration-repeated', 's1'],
  ['user.verification-requested', 's1'],
  ...['t1', 's1', 'p1'].map((who): Step => ['user.verified', who]),
  ['user.reclaimed', 't1'],
  ['user.approved', 't1'],
  ...['t1', 's1', 'p1', 'u1'].map((who): Step => ['user.profile-changed', who]),
  ...['t1', 's1'].map((who): Step => ['user.preferences-changed', who]),
  ['availability.saved', 't1'],
]

const accounts: EventType[] = [
  'user.logged-in',
  'user.login-failed',
  'user.password-reset-requested',
  'user.password-changed',
  'user.email-change-requested',
  'user.email-changed',
  'user.email-change-undone',
  'user.second-factor-changed',
  'user.password-attacked',
  'user.mail-returned',
  'user.session-ended',
  'user.sessions-ended',
]

const lessons: EventType[] = [
  'session.proposed',
  'session.booked',
  'session.moved',
  'session.changed',
  'session.reminder-due',
  'session.over-long-attempted',
  'session.held',
  'session.resumed',
  'session.completed',
  'report.written',
  'report.read',
  'review.written',
  'review.answered',
]

const waiting = { teacher: 'waiting', guardian: 'agreed', admin: 'waiting' }
const another = (connectionId: string, type: EventType, needs: object = waiting): Step[] => [
  ['connection.requested', '', { data: { connectionId } }],
  [type, '', { data: { connectionId, needs } }],
]

const life: Step[] = [
  ...accounts.map((type): Step => [type, 's1']),
  ...(['user.taken', 'user.given-back', 'user.sessions-end-requested'] as const).map(
    (type): Step => [type, 't1'],
  ),
  ...(
    [
      'proof.uploaded',
      'proof.viewed',
      'proof.decided',
      'proof.due',
      'proof.withdrawn',
      'photo.removed',
    ] as const
  ).map((type): Step => [type]),
  ['card.reviewed'],
  // after the takeover: an earlier request is another person's
  ['upgrade.requested', '', { data: { at: '2026-11-23T08:30:00.000Z' } }],
  ['upgrade.reviewed'],
  ['place.offered'],
  ['place.lapsed'],
  ['guardian.invited'],
  ['guardian.declined'],
  ['guardian.joined', '', { data: { guardianIds: ['p1', 'p2'], accountId: 's1' } }],
  ['guardian.known'],
  ['consent.given'],
  ['consent.withdrawn'],
  ['guardian.left'],
  ['care-change.requested', '', { data: { by: 's1', movedBy: 's1' } }],
  ['care-change.agreed'],
  ['care-change.reviewed'],
  ['care-change.closed'],
  ['learner.came-of-age'],
  ['learner.left'],
  [
    'connection.requested',
    '',
    { data: { flags: ['contact-details'] }, personal: { message: '+216 20 123 456' } },
  ],
  ['connection.expiring'],
  ['connection.agreed', '', { data: { needs: { ...waiting, teacher: 'agreed' } } }],
  ['connection.reviewed'],
  ['connection.approved'],
  ['connection.changed', '', { data: { status: 'approved' } }],
  ['thread.changed'],
  ['message.sent', '', { data: { held: true } }],
  ['message.released'],
  ['thread.read'],
  ...(
    ['homework.set', 'homework.due', 'homework.handed-in', 'homework.marked', 'homework.withdrawn'] as const
  ).map((type): Step => [type]),
  ...lessons.map((type): Step => [type]),
  ...(['group.offered', 'group.short', 'group.cancelled'] as const).map((type): Step => [type]),
  ...(['session.no-show', 'session.cancelled'] as const).flatMap((type): Step[] => [
    ['session.booked', '', { data: { sessionId: type } }],
    [type, '', { data: { sessionId: type } }],
  ]),
  ['classroom.opened'],
  ...(['participant.admitted', 'guardian.absent', 'lesson.resumed', 'lesson.held'] as const).map(
    (type): Step => [type],
  ),
  ['classroom.ended'],
  ['safety.reported'],
  ['safety.files-viewed', 'r2'],
  ['classroom.reported'],
  ['classroom.evidence-viewed'],
  ['alert.opened', '', { data: { stops: { connectionId: 'k1', at: '2026-11-21T09:00:00.000Z' } } }],
  ['connection.suspended', '', { producer: 'users' }],
  ['evidence.copied'],
  ['alert.answered'],
  ['alert.message-sent', '', { data: { to: 'p1' } }],
  ['alert.paused'],
  ['alert.escalated'],
  ['connection.reviewed', '', { data: { decision: 'reopened', at: '2026-11-21T10:00:00.000Z' } }],
  ['connection.reopened', '', { producer: 'users' }],
  ['alert.resolved', '', { data: { reporterId: 'p1' } }],
  ['connection.ended'],
  // later than any test: the database removes rows at that time
  ['thread.removal-announced', '', { data: { removeAt: '2100-01-01T09:00:00.000Z' } }],
  ...another('k2', 'connection.declined', { ...waiting, teacher: 'refused' }),
  ...another('k3', 'connection.cancelled'),
  ...another('k4', 'connection.expired'),
  ...(['contact.received', 'contact.overdue', 'contact.answered', 'contact.closed'] as const).map(
    (type): Step => [type],
  ),
  ['period.saved'],
  ['period.removed'],
  ['newsletter.requested'],
  ['newsletter.confirmed'],
  ['newsletter.test-requested'],
  ['newsletter.started'],
  ['newsletter.addressed'],
  ['newsletter.left'],
  ...(
    [
      'duplicate.found',
      'duplicate.reviewed',
      'duplicate.dismissed',
      'duplicate.merged',
      'duplicate.merge-undone',
    ] as const
  ).map((type): Step => [type, 's1']),
  ['audit.anchored'],
]

/** @param at after the request of the erasure */
const erasure = (who: string, at: string): Step[] => [
  ['user.deletion-requested', who, { data: { at } }],
  ...services.map((producer): Step => ['user.erased', who, { producer, data: { service: producer, at } }]),
]

const endings = (at: string): Step[] => [
  ['service.reported', '', { data: { at } }],
  ['user.suspended', 't1'],
  ['user.reinstated', 't1'],
  ['user.suspended', 't1'],
  ['user.reopened', 't1'],
  ['user.suspended', 's1'],
  ['user.inactivity-warned'],
  ['user.registration-expired', 'u1'],
  ['user.left', 'p1'],
]

const afterErasure = (at: string): Step[] => [
  ...['u1', 'p1', 's1', 't1'].flatMap((who) => erasure(who, at)),
  // events that arrive after the erasure
  ['user.suspended', 's1'],
  ['user.reinstated', 't1'],
  ['user.profile-changed', 's1'],
  ['availability.saved', 't1'],
]

const named = new Set([...beginnings, ...life, ...endings(''), ...afterErasure('')].map(([type]) => type))
/** Events that need no place in the order and no change. */
const others = goldenEvents.filter(({ type }) => !named.has(type)).map(({ type }): Step => [type])

/**
 * The life of a teacher (t1), a student (s1), a parent (p1), an unconfirmed user (u1) and an administrator (a1) in
 * every event type, made of the golden events. The connection is k1.
 * @param names their ids in the service
 */
export function createStory(names: Names = {}) {
  const at = new Date().toISOString()
  const all = { c1: 'k1' }
  const sequences = new Map<string, number>()
  const toEvent = (step: Step) => ({ ...eventOf(step, { ...all, ...names }, sequences), time: at })
  return {
    beginnings: beginnings.map(toEvent),
    life: [...life, ...others].map(toEvent),
    endings: endings(at).map(toEvent),
    /** Erasures, and events that arrive after them. */
    afterErasure: afterErasure(at).map(toEvent),
  }
}

function eventOf([type, who, change = {}]: Step, names: Names, sequences: Map<string, number>): DarsiEvent {
  const golden = goldenEvent(type)
  const { producer = golden.producer } = change
  const role = roles[who ?? '']
  const data = { ...golden.data, ...('role' in golden.data && role && { role }), ...change.data }
  const own = who && golden.personal && 'email' in golden.personal && { email: `${who}@example.tn` }
  const personal = golden.personal && { ...golden.personal, ...own, ...change.personal }
  const about = { ...names, ...(who && { [mainPerson]: names[who] ?? who }) }
  const subject = subjectOf(golden, data)
  const renamed = rename({ ...golden, data, personal, producer, subject }, about) as DarsiEvent
  const stream = `${producer}.${renamed.subject}`
  const sequence = (sequences.get(stream) ?? 0) + 1
  sequences.set(stream, sequence)
  return { ...renamed, sequence, id: eventIdOf({ ...renamed, sequence }) }
}

/** The golden events of connections and lessons use arbitrary ids. */
function subjectOf({ type, subject }: DarsiEvent, data: object): string {
  if (type.startsWith('connection.') && 'connectionId' in data) return String(data.connectionId)
  if (/^session\.(?!over)/.test(type) && 'sessionId' in data) return String(data.sessionId)
  return subject
}

/** Ids can be composed: `thread.c1`. */
function rename(value: unknown, names: Names): unknown {
  if (typeof value === 'string') {
    if (!/^[\w.-]+$/.test(value)) return value
    return value
      .split('.')
      .map((part) => names[part] ?? part)
      .join('.')
  }
  if (Array.isArray(value)) return value.map((one) => rename(one, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, rename(one, names)]))
}
