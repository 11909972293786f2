import { choiceFrom } from '@darsi/contracts/reference/choices.ts'
import { educationLevels } from '@darsi/contracts/reference/levels.ts'
import { isMinor } from '@darsi/contracts/rules/registration/registration-rules.ts'
import type { Child } from '../children/child.ts'
import { birthYearOf, isMinorAccount, type Profile } from '../profiles/profile.ts'
import type { Connection } from './connection.ts'

export type Learner = Pick<
  Connection,
  'studentId' | 'childId' | 'guardianIds' | 'minor' | 'learnerBirthYear' | 'learnerLevel' | 'childVersion'
>

/** The learner's age and level today: from the child record that guardians maintain, else from the own profile. */
export function currentLearner(
  { student, child }: { student: Profile | null; child: Child | null },
  today: Date,
): Pick<Learner, 'minor' | 'learnerBirthYear' | 'learnerLevel' | 'childVersion'> {
  if (child) return learnerFromChild(child, today, student)
  if (!student) return { minor: false, learnerBirthYear: null }
  return {
    minor: isMinorAccount(student, today),
    learnerBirthYear: birthYearOf(student),
    ...levelOf(student.roleData['educationLevel']),
  }
}

export function learnerFromChild(child: Child, today: Date, student: Profile | null = null): Learner {
  const { _id, accountId, guardianIds, birthYear, educationLevel, version } = child
  return {
    studentId: accountId,
    childId: _id,
    guardianIds,
    // a linked account is a minor's until it is handed over, whatever its own profile says
    minor: accountId !== null || isMinor({ birthYear, educationLevel, today }),
    learnerBirthYear: birthYear ?? (student && birthYearOf(student)),
    ...levelOf(educationLevel),
    childVersion: version,
  }
}

/** @param educationLevel a key, or a label in any language */
export function levelOf(educationLevel: unknown): Pick<Learner, 'learnerLevel'> {
  const learnerLevel = typeof educationLevel === 'string' ? choiceFrom(educationLevels, educationLevel) : null
  return learnerLevel ? { learnerLevel } : {}
}
