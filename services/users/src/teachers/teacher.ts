import type { BacSection } from '@darsi/contracts/reference/curriculum.ts'
import type { TeachingLanguage } from '@darsi/contracts/reference/languages.ts'
import type { EducationLevel, ExperienceLevel, SessionType } from '@darsi/contracts/reference/levels.ts'
import type { TeacherSubject } from '@darsi/contracts/reference/subjects.ts'
import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { fewestRatings } from '@darsi/contracts/rules/fewest.ts'
import type { ProofKind } from '@darsi/contracts/rules/proofs.ts'

/** A listed teacher in the search. All fields are visible to every signed-in person. */
export type Teacher = {
  readonly id: string
  readonly name: string
  readonly photo: string | null
  /** The slug of the public page; null without consent to be public. */
  readonly pageSlug: string | null
  readonly governorateId: number | null
  readonly delegationId: number | null
  readonly subjects: readonly TeacherSubject[]
  readonly otherLanguage: string
  readonly otherSubjects: string
  readonly levels: readonly EducationLevel[]
  /** Of the baccalaureate; empty for all of them. */
  readonly sections: readonly BacSection[]
  readonly languages: readonly TeachingLanguage[]
  readonly sessionTypes: readonly SessionType[]
  readonly hourlyRate: number | null
  readonly radiusKm: number | null
  readonly experienceLevel: ExperienceLevel | null
  readonly bio: string
  /** Mean of the reviews, however few; shown and counted from three on. */
  readonly rating: number | null
  readonly reviewCount: number
  /** Median hours until a request is answered; null below five answers. */
  readonly answerHours: number | null
  /** Free hours of the weekly template, `day*100+hour`. */
  readonly slots: readonly number[]
  /** Learners with whom the teacher has or had an approved connection. */
  readonly totalStudents: number
  /** The teacher lets others see whether they are online. */
  readonly showsOnline: boolean
  readonly full: boolean
  /** Days since 1970 at the approval; null when it is not known. */
  readonly approvedDay: number | null
  readonly checks: readonly { kind: 'address' | ProofKind; at: Date }[]
}

/** The searching person: the data that the ranking uses. */
export type Seeker = {
  readonly governorateId: number | null
  readonly delegationId: number | null
  /** Null without a grid. */
  readonly slots: readonly number[] | null
  readonly subjects: readonly TeacherSubject[]
  readonly levels: readonly EducationLevel[]
}

/** Maximum distance of a lesson when neither learner nor teacher gives one. */
export const defaultReachKm = 50

/** A secondary school teacher without sections teaches all of them. */
export const teachesSection = (
  { levels, sections }: Pick<Teacher, 'levels' | 'sections'>,
  section: BacSection,
) => levels.includes('secondary') && (sections.length === 0 || sections.includes(section))

const newForDays = 30

/** The rating that may be shown (product.md §1). */
export const shownRating = ({ rating, reviewCount }: Pick<Teacher, 'rating' | 'reviewCount'>) =>
  reviewCount >= fewestRatings ? rating : null

/** The first day on which a teacher is no longer new; 0 for a teacher with enough reviews. */
export const newUntil = ({ approvedDay, reviewCount }: Pick<Teacher, 'approvedDay' | 'reviewCount'>) =>
  approvedDay === null || reviewCount >= fewestRatings ? 0 : approvedDay + newForDays

export const isNew = (teacher: Teacher, today: number): boolean => today < newUntil(teacher)

export const dayOf = (at: Date): number => Math.floor(at.getTime() / dayMs)
