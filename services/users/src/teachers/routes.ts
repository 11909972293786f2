import { teachersApi } from '@darsi/contracts/teachers-api.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/route.ts'
import { cardOf } from './card.ts'
import { readCursor, writeCursor } from './cursor.ts'
import type { FavoriteStore } from './favorite-store.ts'
import type { FreshIndex } from './fresh-index.ts'
import { relaxations, searchTeachers } from './search.ts'
import type { Seekers } from './seekers.ts'
import { dayOf } from './teacher.ts'

export type TeacherParts = {
  teacherIndex: FreshIndex
  seekers: Seekers
  favorites: FavoriteStore
  now: () => Date
}

export function teacherRoutes({ teacherIndex, seekers, favorites, now }: TeacherParts): readonly Route[] {
  const ready = () => {
    if (!teacherIndex.isLoaded()) throw problem('search-not-ready', { retryAfter: 2 })
    return teacherIndex.index
  }
  const today = () => dayOf(now())

  return [
    route(teachersApi, 'GET /teachers', async ({ identity, query: { limit, cursor, ...filters } }) => {
      // the ids of delegations count within their governorate
      if (filters.delegation !== undefined && filters.governorate === undefined) {
        const params = { fields: 'governorate' }
        throw problem('body-invalid', {
          params,
          errors: [{ path: 'governorate', slug: 'body-invalid', params }],
        })
      }
      const index = ready()
      const at = readCursor(cursor, filters, today())
      const seeking = await seekers.of(identity.userId)
      const query = { filters, seeker: seeking.seeker, today: at.today }
      const page = searchTeachers(index, query, { limit, after: at.after })
      return {
        success: true as const,
        data: page.slots.map((slot) => cardOf(index.read(slot), query, seeking)),
        nextCursor: page.next && writeCursor(page.next, filters, at.today),
        total: page.total,
        relax: page.total === 0 ? relaxations(index, query) : [],
        byGovernorate: page.byGovernorate,
      }
    }),

    route(teachersApi, 'GET /teachers/:id', async ({ identity, params }) => {
      const teacher = ready().get(params.id)
      if (!teacher) throw problem('not-found')
      const seeking = await seekers.of(identity.userId)
      const card = cardOf(teacher, { filters: {}, today: today() }, seeking)
      return success({ ...card, slots: [...teacher.slots] })
    }),

    route(teachersApi, 'GET /favorites', async ({ identity }) => {
      const index = ready()
      const seeking = await seekers.of(identity.userId)
      const ids = await favorites.of(identity.userId)
      const listed = ids.map((id) => index.get(id)).filter((teacher) => teacher !== null)
      const kept = { ...seeking, favorites: new Set(ids) }
      return success(listed.map((teacher) => cardOf(teacher, { filters: {}, today: today() }, kept)))
    }),

    route(teachersApi, 'PUT /favorites/:teacherId', async ({ identity, params }) => {
      if (!ready().has(params.teacherId)) throw problem('not-found')
      const isKept = await favorites.keep(identity.userId, params.teacherId, now())
      if (!isKept) throw problem('favorites-full')
      seekers.forget(identity.userId)
      return succeeded()
    }),

    route(teachersApi, 'DELETE /favorites/:teacherId', async ({ identity, params }) => {
      await favorites.forget(identity.userId, params.teacherId)
      seekers.forget(identity.userId)
      return succeeded()
    }),
  ]
}
