import type { EducationLevel, ExperienceLevel, SessionType } from '@darsi/contracts/levels.ts'
import type { TeacherSubject } from '@darsi/contracts/subjects.ts'
import type { TeachingLanguage } from '@darsi/contracts/teachers-api.ts'

/** What the search knows of a listed teacher: all of it may be shown to anyone who is signed in. */
export type Teacher = {
  readonly id: string
  readonly name: string
  readonly governorateId: number | null
  readonly delegationId: number | null
  readonly subjects: readonly TeacherSubject[]
  readonly otherLanguage: string
  readonly otherSubjects: string
  readonly levels: readonly EducationLevel[]
  readonly languages: readonly TeachingLanguage[]
  readonly sessionTypes: readonly SessionType[]
  readonly hourlyRate: number | null
  readonly experienceLevel: ExperienceLevel | null
  readonly bio: string
  /** Mean of the reviews, however few; shown and counted from three on. */
  readonly rating: number | null
  readonly reviewCount: number
  /** Median hours until a request is answered; null below five answers. */
  readonly answerHours: number | null
  /** Free hours of the weekly template, `day*100+hour`. */
  readonly slots: readonly number[]
  /** Days since 1970 at the approval; null when it is not known. */
  readonly approvedDay: number | null
}

/** Who searches: what the ranking may know about them. */
export type Seeker = {
  readonly governorateId: number | null
  readonly delegationId: number | null
  /** Null without a grid. */
  readonly slots: readonly number[] | null
  readonly subjects: readonly TeacherSubject[]
  readonly levels: readonly EducationLevel[]
}

export const minReviews = 3
const newForDays = 30

/** The rating that may be shown (product.md §1). */
export const shownRating = ({ rating, reviewCount }: Pick<Teacher, 'rating' | 'reviewCount'>) =>
  reviewCount >= minReviews ? rating : null

/** The first day on which a teacher is no longer new; 0 for whom reviews already speak. */
export const newUntil = ({ approvedDay, reviewCount }: Pick<Teacher, 'approvedDay' | 'reviewCount'>) =>
  approvedDay === null || reviewCount >= minReviews ? 0 : approvedDay + newForDays

export const isNew = (teacher: Teacher, today: number): boolean => today < newUntil(teacher)

export const dayOf = (at: Date): number => Math.floor(at.getTime() / 86_400_000)
