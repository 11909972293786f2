import type { FormerPerson } from '@darsi/contracts/events/event-parts.ts'
import { isMinor } from '@darsi/contracts/rules/registration/registration-rules.ts'
import type { HeldFields } from '../children/child.ts'
import { weakensProtection } from '../guardians/weaker-protection.ts'
import { birthYearOf, textOf } from '../profiles/profile.ts'
import type { GuardianshipParts } from './guardianship.ts'

type RoleData = Readonly<Record<string, unknown>>
type Returned = Pick<FormerPerson, 'guardianIds' | 'hadGuardian'> & {
  roleData: Record<string, unknown>
  stated: HeldFields | null
}

/**
 * A student who was a minor with an earlier account goes on as one: the youngest age that was ever stated counts. An
 * older one waits for the guardians and an administrator, like every change of age.
 * @returns null for everybody else
 */
export function returnedMinor(
  roleData: RoleData,
  former: FormerPerson | undefined,
  now: Date,
): Returned | null {
  const before = former?.age
  if (!before || !isMinor({ ...before, today: now })) return null
  const { guardianIds, hadGuardian } = former
  const birthYear = birthYearOf({ roleData })
  const educationLevel = textOf(roleData['educationLevel'])
  if (!weakensProtection(before, { birthYear, educationLevel }, now))
    return {
      roleData: { ...roleData, birthYear: birthYear ?? before.birthYear },
      stated: null,
      guardianIds,
      hadGuardian,
    }
  const isOtherLevel = educationLevel !== before.educationLevel
  const stated = {
    ...(birthYear !== null && birthYear !== before.birthYear && { birthYear }),
    ...(isOtherLevel && { educationLevel, grade: textOf(roleData['currentGrade']) }),
  }
  // a grade belongs to its level
  return {
    roleData: { ...roleData, ...before, ...(isOtherLevel && { currentGrade: '' }) },
    stated,
    guardianIds,
    hadGuardian,
  }
}

/** Tells the guardians of the earlier account, once the new address is proven; a repeated event mails nobody. */
export async function inviteFormerGuardians(
  { profiles, guardianHistory, links, now }: GuardianshipParts,
  studentId: string,
): Promise<void> {
  const earlier = await guardianHistory.earlierOf(studentId)
  const student = earlier && (await profiles.find(studentId))
  if (!student) return
  const guardians = await profiles.findAll(earlier.guardianIds)
  for (const guardian of guardians.values())
    if (guardian.status === 'approved') await links.inviteFormer(student, guardian, now())
}
