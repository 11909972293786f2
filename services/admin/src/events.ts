import type { DarsiEvent, EventType } from '@darsi/contracts/events.ts'
import { foldLetters } from '@darsi/contracts/fold-text.ts'
import { normaliseEmail } from '@darsi/contracts/registration-rules.ts'
import { confirmsByEmail } from '@darsi/contracts/roles.ts'
import type { Consumes } from '@darsi/kit/consumer.ts'
import { project } from '@darsi/kit/projection.ts'
import type { Alerts } from './alerts/alerts.ts'
import { analyticsConsumes } from './analytics/analytics-events.ts'
import type { LessonStore } from './analytics/lesson-store.ts'
import type { OfferStore } from './analytics/offer-store.ts'
import type { RatingStore } from './analytics/rating-store.ts'
import type { AuditLog } from './audit-log.ts'
import { audited, deedOf } from './audited.ts'
import type { ConnectionStore } from './connections/connection-store.ts'
import { connectionConsumes } from './connections/events.ts'
import type { UpgradeStore } from './connections/upgrade-store.ts'
import type { DuplicateStore } from './duplicates/duplicate-store.ts'
import type { Merging } from './duplicates/merge.ts'
import type { Erasures } from './erasures.ts'
import type { HealthStore } from './health/health-store.ts'
import { type TellAdmins, withLive } from './live.ts'
import type { NewsletterStore } from './newsletter-store.ts'
import type { TicketStore } from './ticket-store.ts'
import { emptyRow, type UserStore } from './user-store.ts'

/** Fields of a row that stand or fall together; each has a sequence of its own, so that any order of events will do. */
type Part = 'registered' | 'email' | 'verified' | 'login' | 'profile'

type Parts = {
  users: UserStore
  connections: ConnectionStore
  upgrades: UpgradeStore
  alerts: Alerts
  lessons: LessonStore
  offers: OfferStore
  ratings: RatingStore
  erasures: Erasures
  audit: Pick<AuditLog, 'append'>
  tickets: Pick<TicketStore, 'erase'>
  subscriptions: Pick<NewsletterStore, 'erase'>
  health: Pick<HealthStore, 'keep'>
  tell: TellAdmins
  duplicates: Pick<DuplicateStore, 'detect' | 'erase'>
  merging: Pick<Merging, 'accountOpened' | 'accountErased'>
}

/** The read model of all users. A row's status is this service's own from the moment it exists. */
export function consumes({
  users,
  connections,
  upgrades,
  alerts,
  lessons,
  offers,
  ratings,
  erasures,
  audit,
  tickets,
  subscriptions,
  health,
  tell,
  duplicates,
  merging,
}: Parts): Consumes {
  const apply = (event: DarsiEvent, part: Part, $set: object) => {
    const others = Object.entries(emptyRow).filter(([name]) => !(name in $set))
    const change = { $set, $setOnInsert: Object.fromEntries(others), $currentDate: { changedAt: true } }
    return project(users.model as never, event.subject, event, change, { part })
  }
  const applyEmail = (event: DarsiEvent, email: string) =>
    apply(event, 'email', { email, searchEmail: foldLetters(email) })

  const created = async (event: DarsiEvent<'user.registered'> | DarsiEvent<'user.invited'>) => {
    const { role, status, createdAt } = event.data
    const { email, fullName, language } = event.personal
    const since = new Date(createdAt)
    const isApproved = status === 'approved' && !confirmsByEmail(role)
    await applyEmail(event, email)
    await apply(event, 'registered', {
      role,
      status,
      language,
      fullName,
      searchName: foldLetters(fullName),
      createdAt: since,
      approvedAt: isApproved ? since : null,
    })
  }
  const verified = (event: DarsiEvent, at: string) =>
    apply(event, 'verified', { emailVerifiedAt: new Date(at) })
  const lookForDuplicates = (event: DarsiEvent) => duplicates.detect(event.subject, new Date(event.time))
  const opened = ({ data }: DarsiEvent<'user.reinstated' | 'user.reopened'>) =>
    merging.accountOpened(data.userId, data.by, new Date(data.at))
  const rows: Consumes = {
    'user.registered': async (event) => {
      await created(event)
      if (event.data.verifiedAt) await verified(event, event.data.verifiedAt)
      await lookForDuplicates(event)
    },
    'user.invited': created,
    'user.verified': (event) => verified(event, event.data.verifiedAt),
    'user.logged-in': (event) => apply(event, 'login', { lastLoginAt: new Date(event.data.at) }),
    'user.email-changed': async (event) => {
      await applyEmail(event, event.personal.email)
      await lookForDuplicates(event)
    },
    'user.profile-changed': async (event) => {
      const { phone, location, registrationNotes, employment, birthYear } = event.personal
      const { governorateId, role } = event.data
      const profileAt = new Date(event.time)
      await apply(event, 'profile', {
        phone,
        location,
        // older events also told what learners wrote for the teacher
        registrationNotes: role === 'admin' ? registrationNotes : '',
        employment: employment
          ? { status: employment.status, declaredAt: new Date(employment.declaredAt) }
          : null,
        birthYear,
        governorateId,
        profileAt,
      })
      await lookForDuplicates(event)
    },
    'user.left': ({ data }) => erasures.requestOwn(data.userId),
    'user.registration-expired': ({ data }) => erasures.requestExpired(data.userId),
    'user.suspended': async ({ data }) => {
      if (data.role === 'admin') await users.release(data.userId)
    },
    'user.reinstated': opened,
    'user.reopened': opened,
    'service.reported': (event) => health.keep(event),
    'user.erased': (event) => erasures.confirmed(event.data.userId, event.data.service),
    ...inTurn(analyticsConsumes({ lessons, offers, ratings, users }), alerts.consumes),
    ...connectionConsumes({ connections, upgrades, users }),
    'user.deletion-requested': async ({ data, personal }) => {
      await connections.erase(data.userId)
      await upgrades.erase(data.userId, new Date(data.at))
      await merging.accountErased(data.userId)
      await duplicates.erase(data.userId)
      await alerts.store.erase(data.userId)
      await offers.erase(data.userId)
      if (data.role === 'admin') await users.release(data.userId)
      const email = normaliseEmail(personal.email)
      await tickets.erase(data.userId, email)
      await subscriptions.erase(email)
      // this service is a holder like the others, and says so once nothing is left
      await erasures.confirmed(data.userId, 'admin')
    },
  }
  return withLive(withAudit(rows, audit), tell)
}

/** Several handlers of the same event, one after the other. */
function inTurn(...tables: readonly Consumes[]): Consumes {
  const joined: Record<string, (event: DarsiEvent) => Promise<void>> = {}
  for (const table of tables)
    for (const [type, handle] of Object.entries(table)) {
      const before = joined[type]
      joined[type] = async (event) => {
        await before?.(event)
        // `as`: one handler per type, and the consumer hands each its own
        await (handle as (event: DarsiEvent) => Promise<unknown>)(event)
      }
    }
  // `as`: every key is an event type
  return joined as Consumes
}

/** What is to be remembered is written first: a row that cannot be told of is not changed. */
function withAudit(rows: Consumes, audit: Pick<AuditLog, 'append'>): Consumes {
  // `as`: the tables' keys
  const types = Object.keys({ ...audited, ...rows }) as EventType[]
  const handled = types.flatMap((type) => {
    if (!audited[type] && !rows[type]) return []
    // `as`: one handler per type, and the consumer hands each its own
    const handle = rows[type] as ((event: DarsiEvent) => Promise<unknown>) | undefined
    const remembered = async (event: DarsiEvent) => {
      const deed = deedOf(event)
      if (deed) await audit.append(deed)
      await handle?.(event)
    }
    return [[type, remembered] as const]
  })
  return Object.fromEntries(handled)
}
