import { choiceFrom } from '@darsi/contracts/reference/choices.ts'
import { educationLevels } from '@darsi/contracts/reference/levels.ts'
import { isMinor } from '@darsi/contracts/rules/registration/registration-rules.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Child } from '../children/child.ts'
import type { ChildStore } from '../children/child-store.ts'
import { type Profile, schoolAgeOf } from '../profiles/profile.ts'
import type { Connection } from './connection.ts'

export type Learner = Pick<
  Connection,
  'studentId' | 'childId' | 'guardianIds' | 'minor' | 'learnerBirthYear' | 'learnerLevel' | 'childVersion'
>

/**
 * The learner for whom the caller requests: the caller, or one of the caller's children.
 * @throws problem `birth-year-required` for a student of unknown age, `guardian-consent-required` for a minor without
 * a guardian, `child-required`, `child-of-age` or `not-found`
 */
export async function learnerOf(
  caller: Profile,
  { childId }: { childId?: string | undefined },
  children: Pick<ChildStore, 'guarded' | 'ofAccount'>,
  now: Date,
): Promise<Learner> {
  if (caller.role !== 'student') {
    if (!childId) throw problem('child-required')
    const child = await children.guarded(childId, caller._id)
    if (!child) throw problem('not-found')
    const learner = learnerFromChild(child, now)
    // who is of age asks with an own account; otherwise a parent's word about the year would leave out all reviews
    if (!learner.minor) throw problem('child-of-age')
    return learner
  }
  if (childId) throw problem('not-found')
  const own = schoolAgeOf(caller, now)
  const child = await children.ofAccount(caller._id)
  if (own.isUnknown && (child?.birthYear ?? null) === null) throw problem('birth-year-required')
  if (child) return learnerFromChild(child, now, own.birthYear)
  if (own.isMinor) throw problem('guardian-consent-required')
  return { studentId: caller._id, childId: null, guardianIds: [], ...adultLearner(own) }
}

/** The learner's age and level today: from the child record that guardians maintain, else from the own profile. */
export function currentLearner(
  { student, child }: { student: Profile | null; child: Child | null },
  today: Date,
): Pick<Learner, 'minor' | 'learnerBirthYear' | 'learnerLevel' | 'childVersion'> {
  const own = student && schoolAgeOf(student, today)
  if (child) return learnerFromChild(child, today, own?.birthYear)
  return own ? { ...adultLearner(own), minor: own.isMinor } : { minor: false, learnerBirthYear: null }
}

const adultLearner = ({ birthYear, level }: Pick<ReturnType<typeof schoolAgeOf>, 'birthYear' | 'level'>) => ({
  minor: false,
  learnerBirthYear: birthYear,
  ...(level && { learnerLevel: level }),
})

function learnerFromChild(child: Child, today: Date, ownBirthYear: number | null = null): Learner {
  const { _id, accountId, guardianIds, birthYear, educationLevel, version } = child
  const level = choiceFrom(educationLevels, educationLevel)
  return {
    studentId: accountId,
    childId: _id,
    guardianIds,
    // a linked account is a minor's until it is handed over, whatever its own profile says
    minor: accountId !== null || isMinor({ birthYear, educationLevel, today }),
    learnerBirthYear: birthYear ?? ownBirthYear,
    ...(level && { learnerLevel: level }),
    childVersion: version,
  }
}
