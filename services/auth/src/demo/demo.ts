import { demoAccounts, demoPairs, demoPassword, demoTeacherIds } from '@darsi/contracts/reference/demo.ts'
import { delegation } from '@darsi/contracts/reference/places/delegations.ts'
import { governorate } from '@darsi/contracts/reference/places/governorates.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { dayMs, hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { locationSchema } from '@darsi/contracts/rules/schemas.ts'
import type { Outbox } from '@darsi/kit/events/outbox.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import { blankAccount, initialStatus, type NewAccount, person } from '../accounts/account.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { Sessions } from '../sessions/sessions.ts'
import {
  demoHistoryLearners,
  demoHistoryPending,
  demoLearners,
  demoPending,
  demoTeachers,
  demoTwin,
  type Teaching,
  teachingOf,
} from './people.ts'

type Person = {
  id: string
  email: string
  fullName: string
  role: Role
  governorateId: number
  delegationId?: number
  roleData: Record<string, unknown>
  isPending?: boolean
  /** The account whose telephone this one has too. */
  samePhoneAs?: string
}

type Options = {
  outbox: Outbox
  /** Spreads the registration dates over this many weeks. */
  weeks?: number
}

/** Creates missing demo accounts with the same events as a registration; no mail is sent. */
export async function seedDemo(
  { accounts, passwords }: { accounts: AccountStore; passwords: Passwords },
  { outbox, weeks = 0 }: Options,
): Promise<void> {
  const there = new Set(
    (await accounts.collection.find({ _id: /^demo-/ }, { projection: { _id: 1 } }).toArray()).map(
      ({ _id }) => _id,
    ),
  )
  const all = demoPeople(weeks > 0)
  const now = Date.now()
  const missing = all
    .map((person, index) => ({
      ...person,
      // not in the order of the list: teachers and learners come side by side
      at: registeredAt(person.id, ((index * stride) % all.length) / all.length, { weeks, now }),
    }))
    .filter(({ id }) => !there.has(id))
  if (missing.length === 0) return
  const passwordHash = await passwords.hash(demoPassword)
  for (const one of missing) {
    // another replica may have created it first
    await inserted(add(accounts, outbox, one, passwordHash))
  }
}

const phoneOf = (index: number) => `+216700001${String(index).padStart(2, '0')}`
/** Shares no factor with the number of people, so that each gets another day. */
const stride = 37
const withLessons = new Set(demoPairs.flatMap(({ from, to }) => [from, to]))
const isEarly = (id: string) => withLessons.has(id) || !/\d/.test(id)

/**
 * People with lessons register in the first tenth of the history, the others at a growing rate, and accounts that wait
 * for a decision in the last three days.
 */
function registeredAt(id: string, part: number, { weeks, now }: { weeks: number; now: number }): Date {
  if (weeks === 0) return new Date(now)
  if (id.startsWith('demo-pending')) return new Date(now - Number(id.replace(/\D/g, '')) * 9 * hourMs)
  const passed = isEarly(id) ? part / 10 : 0.1 + 0.9 * part ** 0.6
  return new Date(now - weeks * 7 * dayMs * (1 - passed) - 48 * hourMs)
}

/** The accounts with their telephones, in order of creation: the same at each start. */
export function demoPeople(hasHistory: boolean): (Person & { phone: string })[] {
  const all = people(hasHistory)
  const numberOf = ({ id, samePhoneAs = id }: Person) => all.findIndex((each) => each.id === samePhoneAs)
  return all.map((person) => ({ ...person, phone: phoneOf(numberOf(person)) }))
}

function people(hasHistory: boolean): Person[] {
  const learners = [...demoLearners, ...(hasHistory ? demoHistoryLearners : [])]
  const waiting = [...demoPending, ...(hasHistory ? demoHistoryPending : [])]
  const teacherData = ({ subjects, ...teaching }: Teaching) => ({
    teachingSubjects: subjects,
    acceptTerms: true,
    emailNotifications: true,
    employmentStatus: 'independent',
    ...teaching,
  })
  const roleData: Partial<Record<Role, Record<string, unknown>>> = {
    student: { educationLevel: 'university', subjects: ['Mathematics', 'English'] },
    teacher: teacherData({
      ...teachingOf(0, ['Mathematics', 'Physics'], 45),
      sessionTypes: ['online', 'faceToFace', 'group'],
    }),
    parent: {
      childName: 'Adam',
      childAge: 11,
      childEducationLevel: 'primary',
      childGrade: '6',
      schoolType: 'public',
    },
  }
  return [
    ...demoAccounts.map(({ role, email, fullName }) => ({
      id: `demo-${role}`,
      email,
      fullName,
      role,
      governorateId: role === 'student' || role === 'parent' ? 15 : 1,
      roleData: roleData[role] ?? {},
    })),
    ...demoTeachers.map(({ teaching, ...teacher }, index) => ({
      ...teacher,
      id: demoTeacherIds[index] ?? '',
      email: `teacher${index + 1}@demo.darsi.example`,
      role: 'teacher' as const,
      roleData: { ...teacherData(teaching), emailNotifications: false },
    })),
    ...learners.map((learner, index) => ({
      ...learner,
      id: `demo-${learner.role}-${index + 1}`,
      email: `${learner.role}${index + 1}@demo.darsi.example`,
      // nobody reads the mails of these accounts
      roleData: {
        emailNotifications: false,
        // a request for lessons needs the year of birth
        ...(learner.role === 'student' && { educationLevel: 'university', birthYear: 1998 + (index % 8) }),
      },
    })),
    ...waiting.map((pending, index) => ({
      ...pending,
      id: `demo-pending-${index + 1}`,
      email: `pending${index + 1}@demo.darsi.example`,
      roleData:
        pending.role === 'teacher'
          ? teacherData(teachingOf(index, ['French'], 30))
          : { adminReason: 'Demo of an approval' },
      isPending: true,
    })),
    ...(hasHistory ? [twin()] : []),
  ]
}

const twin = (): Person => ({
  id: `${demoTwin.of}-again`,
  fullName: demoTwin.fullName,
  email: 'nour.jaziri@demo.darsi.example',
  role: 'student',
  governorateId: demoLearners[9]?.governorateId ?? 1,
  roleData: { emailNotifications: false, educationLevel: 'university' },
  samePhoneAs: demoTwin.of,
})

type Registered = ReturnType<typeof demoPeople>[number] & { at: Date }

async function add(
  accounts: AccountStore,
  outbox: Outbox,
  one: Registered,
  passwordHash: string,
): Promise<void> {
  const status = one.isPending ? initialStatus(one.role) : 'approved'
  const { id, role, email, fullName, phone, at } = one
  const account: NewAccount = {
    ...blankAccount({ id, role, status, at, person: { email, fullName, language: 'en' } }),
    passwordHash,
    emailVerifiedAt: at,
    approvedAt: one.isPending ? null : at,
  }
  if (!(await accounts.addresses.claim(email, id, at))) return
  await outbox.insert(accounts.collection, account, {
    type: 'user.registered',
    data: {
      userId: one.id,
      role: one.role,
      status,
      governorateId: one.governorateId,
      createdAt: at.toISOString(),
      verifiedAt: at.toISOString(),
    },
    personal: {
      ...person(account),
      phone,
      location: locationSchema.parse({
        governorate: governorate(one.governorateId)?.name.en ?? '',
        governorate_id: one.governorateId,
        delegation: delegation(one.governorateId, one.delegationId)?.name.en ?? '',
        delegation_id: one.delegationId ?? null,
      }),
      roleData: one.roleData,
    },
  })
}

type Parts = { accounts: Pick<AccountStore, 'collection'>; sessions: Pick<Sessions, 'endAll'> }

/** Ends the open sessions of an earlier demo's accounts and reports their number to the operator. */
export async function closeDemo({ accounts, sessions }: Parts, log: Pick<Log, 'warn'>): Promise<number> {
  // every demo account has such an id (`isDemoAccount`): an index scan, not a collection scan
  const left = await accounts.collection
    .find({ _id: /^demo-/, erasedAt: null }, { projection: { _id: 1 } })
    .toArray()
  for (const { _id } of left) await sessions.endAll(_id)
  if (left.length > 0)
    log.warn({ accounts: left.length }, 'demo accounts are in the database; they cannot log in')
  return left.length
}
