import { delegation } from '@darsi/contracts/delegations.ts'
import { demoAccounts, demoPassword, demoTeacherIds } from '@darsi/contracts/demo.ts'
import { governorate } from '@darsi/contracts/governorates.ts'
import type { Role } from '@darsi/contracts/roles.ts'
import { locationSchema } from '@darsi/contracts/schemas.ts'
import { inserted } from '@darsi/kit/mongo.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import { blankAccount, initialStatus, type NewAccount, person } from '../accounts/account.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { demoLearners, demoPending, demoTeachers, type Teaching, teachingOf } from './people.ts'

type Person = {
  id: string
  email: string
  fullName: string
  role: Role
  governorateId: number
  delegationId?: number
  roleData: Record<string, unknown>
  isPending?: boolean
}

/** Makes the demo accounts that are not there yet, by the same events as a registration; no mail goes out. */
export async function seedDemo(
  { accounts, passwords }: { accounts: AccountStore; passwords: Passwords },
  outbox: Outbox,
): Promise<void> {
  const there = new Set(
    (await accounts.model.find({ _id: /^demo-/ }, { _id: 1 }).lean()).map(({ _id }) => _id),
  )
  const missing = people().filter(({ id }) => !there.has(id))
  if (missing.length === 0) return
  const passwordHash = await passwords.hash(demoPassword)
  for (const one of missing) {
    // another replica may be faster
    await inserted(add(accounts, outbox, one, passwordHash))
  }
}

function people(): Person[] {
  const teacherData = ({ subjects, ...teaching }: Teaching) => ({
    teachingSubjects: subjects,
    acceptTerms: true,
    emailNotifications: true,
    employmentStatus: 'independent',
    ...teaching,
  })
  const roleData: Partial<Record<Role, Record<string, unknown>>> = {
    student: { educationLevel: 'university', subjects: ['Mathematics', 'English'] },
    teacher: teacherData(teachingOf(0, ['Mathematics', 'Physics'], 45)),
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
      roleData: teacherData(teaching),
    })),
    ...demoLearners.map((learner, index) => ({
      ...learner,
      id: `demo-${learner.role}-${index + 1}`,
      email: `${learner.role}${index + 1}@demo.darsi.example`,
      roleData: {},
    })),
    ...demoPending.map((pending, index) => ({
      ...pending,
      id: `demo-pending-${index + 1}`,
      email: `pending${index + 1}@demo.darsi.example`,
      roleData:
        pending.role === 'teacher'
          ? teacherData(teachingOf(index, ['French'], 30))
          : { adminReason: 'Demo of an approval' },
      isPending: true,
    })),
  ]
}

async function add(accounts: AccountStore, outbox: Outbox, one: Person, passwordHash: string): Promise<void> {
  const at = new Date()
  const status = one.isPending ? initialStatus(one.role) : 'approved'
  const { id, role, email, fullName } = one
  const account: NewAccount = {
    ...blankAccount({ id, role, status, at, person: { email, fullName, language: 'en' } }),
    passwordHash,
    emailVerifiedAt: at,
    approvedAt: one.isPending ? null : at,
  }
  if (!(await accounts.addresses.claim(email, id, at))) return
  await outbox.insert(accounts.model, account, {
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
      phone: '+21670000000',
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
