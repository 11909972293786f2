import type { DarsiEvent, EventInput, EventType } from '@darsi/contracts/events/events.ts'
import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import type { AccountStatus } from '@darsi/contracts/rules/schemas.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import type { FavoriteStore } from './favorite-store.ts'
import type { SeekerCache } from './seeker-cache.ts'
import type { TeacherStore } from './teacher-store.ts'
import type { WeekStore } from './week-store.ts'

export type SearchParts = {
  teachers: TeacherStore
  weeks: WeekStore
  favorites: FavoriteStore
  seekers: SeekerCache
  profiles: Pick<ProfileStore, 'find'>
}
type Answered = DarsiEvent<
  Extract<EventType, 'connection.agreed' | 'connection.approved' | 'connection.declined'>
>
export type StatusEvent = DarsiEvent<'user.approved' | 'user.suspended' | 'user.reinstated' | 'user.reopened'>

export async function followProfile(
  { teachers, seekers, profiles }: SearchParts,
  { data }: Pick<EventInput<'user.profile-changed' | 'user.preferences-changed'>, 'data'>,
): Promise<void> {
  seekers.forget(data.userId)
  const profile = await profiles.find(data.userId)
  if (profile?.role !== 'teacher') return
  await teachers.setProfile(profile)
}

export async function openTeacher({ teachers }: SearchParts, event: DarsiEvent<'user.registered'>) {
  if (event.data.role === 'teacher') await teachers.open(event)
}

export async function verifyTeacher(
  { teachers }: SearchParts,
  event: DarsiEvent<'user.verified' | 'user.reclaimed'>,
): Promise<void> {
  if (event.data.role !== 'teacher') return
  await teachers.verify(event)
}

export async function followStatus(
  { teachers }: SearchParts,
  event: StatusEvent,
  status: AccountStatus,
): Promise<void> {
  if (event.data.role !== 'teacher') return
  const approvedAt = event.type === 'user.approved' ? new Date(event.data.at) : undefined
  await teachers.setStatus(event, status, approvedAt)
}

export async function followTemplate(
  { teachers, weeks, seekers }: SearchParts,
  event: DarsiEvent<'availability.saved'>,
): Promise<void> {
  const { userId, role, weekOffset } = event.data
  if (weekOffset !== 0) return
  await weeks.save(event)
  seekers.forget(userId)
  if (role !== 'teacher') return
  await teachers.setTemplate(event)
}

/** The time until the teacher's answer; only the first event with an answer counts. */
export async function followAnswer({ teachers }: SearchParts, { data }: Answered): Promise<void> {
  if (data.needs.teacher !== 'agreed' && data.needs.teacher !== 'refused') return
  const hours = (Date.parse(data.at) - Date.parse(data.requestedAt)) / hourMs
  await teachers.addAnswer(data.teacherId, data.connectionId, Math.max(0, hours))
}

/** The learner of an approved connection is one of the teacher's students, also after its end. */
export async function followLearner(
  { teachers }: SearchParts,
  { data }: DarsiEvent<'connection.approved'>,
): Promise<void> {
  // a child keeps its id when it gets an account
  const learnerId = data.childId ?? data.studentId
  if (!learnerId) return
  await teachers.addLearner(data.teacherId, data.connectionId, learnerId)
}

export async function followReview({ teachers }: SearchParts, { data }: DarsiEvent<'review.written'>) {
  await teachers.addRating(data.teacherId, data.reviewId, data.rating)
}

export async function eraseFromSearch(parts: SearchParts, userId: string): Promise<void> {
  const { teachers, weeks, favorites, seekers } = parts
  await teachers.erase(userId)
  await weeks.erase(userId)
  await favorites.erase(userId)
  seekers.forget(userId)
}
