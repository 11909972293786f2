import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { type Loaded, useCall } from '@darsi/client/query/use-call.ts'
import { choiceFrom } from '@darsi/contracts/reference/choices.ts'
import { bacSectionOfGrade } from '@darsi/contracts/reference/curriculum.ts'
import { educationLevels } from '@darsi/contracts/reference/levels.ts'
import { offeredAs, subjectFrom } from '@darsi/contracts/reference/subjects.ts'
import { changed, type Filters, noFilters } from './filters.ts'

/** A learner who needs a teacher, with the filters that follow from the school. */
export type LearnerWish = { id: string; firstName: string; filters: Filters }

type LearnerWishes = {
  /** Null while loading; empty if loading failed, because the search also works without them. */
  wishes: readonly LearnerWish[] | null
  failed: Failed | null
}
/** Why the learners are unknown, and how to load them again. */
export type Failed = Pick<Loaded<unknown>, 'error' | 'reload'>

/** A parent's children, or the student. */
export function useLearnerWishes(api: ApiClient, seeker: 'student' | 'parent'): LearnerWishes {
  const children = useCall(api, 'GET /children', { enabled: seeker === 'parent' })
  const profile = useCall(api, 'GET /me/profile', { enabled: seeker === 'student' })
  const { data, error, reload } = seeker === 'parent' ? children : profile
  if (data === null) return error === null ? loading : { wishes: [], failed: { error, reload } }
  if (seeker === 'parent')
    return known((children.data?.data ?? []).map((child) => ({ ...child, filters: filtersOf(child) })))
  const roleData = profile.data?.data.roleData ?? {}
  const school = {
    educationLevel: textOf(roleData['educationLevel']),
    grade: textOf(roleData['currentGrade']),
    section: textOf(roleData['section']),
    subjects: Array.isArray(roleData['subjects']) ? roleData['subjects'].map(textOf) : [],
  }
  return known([{ id: '', firstName: '', filters: filtersOf(school) }])
}

const loading: LearnerWishes = { wishes: null, failed: null }
const known = (wishes: readonly LearnerWish[]): LearnerWishes => ({ wishes, failed: null })

type School = { educationLevel: string; grade: string; section: string; subjects: readonly string[] }

/** The learner's first subject and level. A level without matching filter is left out. */
function filtersOf({ educationLevel, grade, section, subjects }: School): Filters {
  const level = choiceFrom(educationLevels, educationLevel)
  const subject = subjects.map(subjectFrom).find((each) => each !== null)
  return changed(noFilters, {
    subject: subject ? offeredAs(subject) : '',
    level: level === null || level === 'other' ? '' : level,
    ...(level === 'secondary' && { section: bacSectionOfGrade(section, grade) }),
  })
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
