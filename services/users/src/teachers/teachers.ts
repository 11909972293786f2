import type { DarsiEvent, EventType } from '@darsi/contracts/events.ts'
import type { AccountStatus } from '@darsi/contracts/schemas.ts'
import type { Profile } from '../profile.ts'
import type { FavoriteStore } from './favorite-store.ts'
import type { FreshIndex } from './fresh-index.ts'
import type { Seekers } from './seekers.ts'
import type { TeacherStore } from './teacher-store.ts'
import type { WeekStore } from './week-store.ts'

type Parts = {
  teacherStore: TeacherStore
  teacherIndex: FreshIndex
  weeks: WeekStore
  favorites: FavoriteStore
  seekers: Seekers
  /** With its version; null when there is none or it was erased. */
  findProfile: (userId: string) => Promise<(Profile & { v: number }) | null>
}

type Answered = DarsiEvent<
  Extract<EventType, 'connection.agreed' | 'connection.approved' | 'connection.declined'>
>
export type Teachers = ReturnType<typeof createTeachers>

/** Keeps what the search knows by what happens elsewhere; whatever is written here is found here at once. */
export function createTeachers(parts: Parts) {
  const { teacherStore, teacherIndex, weeks, favorites, seekers, findProfile } = parts

  return {
    /** After any change of a profile: by the call that made it and, should that have been cut off, by its event. */
    followProfile: async (userId: string): Promise<void> => {
      seekers.forget(userId)
      const profile = await findProfile(userId)
      if (profile?.role !== 'teacher') return
      await teacherStore.setProfile(profile)
      await teacherIndex.refresh(userId)
    },

    open: async (event: DarsiEvent<'user.registered'>): Promise<void> => {
      if (event.data.role === 'teacher') await teacherStore.open(event)
    },

    follow: async (
      event: DarsiEvent<'user.approved' | 'user.suspended' | 'user.reinstated' | 'user.reopened'>,
      status: AccountStatus,
    ): Promise<void> => {
      if (event.data.role !== 'teacher') return
      const approvedAt = event.type === 'user.approved' ? new Date(event.data.at) : undefined
      await teacherStore.setStatus(event, status, approvedAt)
      await teacherIndex.refresh(event.subject)
    },

    followTemplate: async (event: DarsiEvent<'availability.saved'>): Promise<void> => {
      const { userId, role, weekOffset } = event.data
      if (weekOffset !== 0) return
      await weeks.save(event)
      seekers.forget(userId)
      if (role !== 'teacher') return
      await teacherStore.setTemplate(event)
      await teacherIndex.refresh(userId)
    },

    /** The first event in which the teacher has said yes or no. */
    followAnswer: async ({ data }: Answered): Promise<void> => {
      if (data.needs.teacher !== 'agreed' && data.needs.teacher !== 'refused') return
      const hours = (Date.parse(data.at) - Date.parse(data.requestedAt)) / 3_600_000
      await teacherStore.addAnswer(data.teacherId, data.connectionId, Math.max(0, hours))
    },

    followReview: async ({ data }: DarsiEvent<'review.written'>): Promise<void> => {
      await teacherStore.addRating(data.teacherId, data.reviewId, data.rating)
    },

    erase: async (userId: string): Promise<void> => {
      await teacherStore.erase(userId)
      await teacherIndex.refresh(userId)
      await weeks.erase(userId)
      await favorites.erase(userId)
      seekers.forget(userId)
    },
  }
}
