import { teachersApi } from '@darsi/contracts/calls/users/teachers-api.ts'
import { bodyInvalid } from '@darsi/kit/http/body-invalid.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import { readCursor, writeCursor } from './cursor.ts'
import type { FavoriteStore } from './favorite-store.ts'
import type { FreshIndex } from './index/fresh-index.ts'
import { searchTeachers } from './index/search.ts'
import { findPublicTeachers } from './public-teachers.ts'
import { relaxations } from './relaxations.ts'
import type { SeekerCache } from './seeker-cache.ts'
import { dayOf } from './teacher.ts'
import { cardOf } from './teacher-card.ts'
import type { TeacherQueries } from './teacher-queries.ts'

type TeacherParts = {
  teacherIndex: FreshIndex
  teacherQueries: TeacherQueries
  seekers: SeekerCache
  favorites: FavoriteStore
  now: () => Date
}

export function teacherRoutes(parts: TeacherParts): readonly Route[] {
  const { teacherIndex, teacherQueries, seekers, favorites, now } = parts
  const ready = () => {
    if (!teacherIndex.isLoaded()) throw problem('search-not-ready', { retryAfter: 2 })
    return teacherIndex.index
  }
  const today = () => dayOf(now())

  return [
    route(teachersApi, 'GET /teachers', async ({ identity, query: { limit, cursor, ...filters } }) => {
      // delegation ids are unique only within a governorate
      if (filters.delegation !== undefined && filters.governorate === undefined)
        throw bodyInvalid([{ path: 'governorate', hint: 'missing' }])
      const index = ready()
      const at = readCursor(cursor, filters, today())
      const seeking = await seekers.of(identity.userId)
      const query = { filters, seeker: seeking.seeker, today: at.today }
      const page = searchTeachers(index, query, { limit, after: at.after })
      const teachers = await teacherQueries.listed(page.ids)
      return {
        success: true as const,
        data: teachers.map((teacher) => cardOf(teacher, query, seeking)),
        nextCursor: page.next && writeCursor(page.next, filters, at.today),
        total: page.total,
        outOfReach: page.outOfReach,
        relax: page.total === 0 ? await relaxations(index, query) : [],
        byGovernorate: page.byGovernorate,
      }
    }),

    route(teachersApi, 'GET /teachers/:id', async ({ identity, params }) => {
      const id = ready().has(params.id) ? params.id : await teacherQueries.idOfPage(params.id)
      const [teacher] = id === null ? [] : await teacherQueries.listed([id])
      if (!teacher) throw problem('not-found')
      const seeking = await seekers.of(identity.userId)
      const card = cardOf(teacher, { filters: {}, today: today() }, seeking)
      return success({ ...card, slots: [...teacher.slots] })
    }),

    route(teachersApi, 'GET /public-teachers', ({ query }) =>
      findPublicTeachers({ index: ready(), teacherQueries, today: today() }, query),
    ),

    route(teachersApi, 'GET /favorites', async ({ identity }) => {
      ready()
      const seeking = await seekers.of(identity.userId)
      const ids = await favorites.of(identity.userId)
      const listed = await teacherQueries.listed(ids)
      const current = { ...seeking, favorites: new Set(ids) }
      return success(listed.map((teacher) => cardOf(teacher, { filters: {}, today: today() }, current)))
    }),

    route(teachersApi, 'PUT /favorites/:teacherId', async ({ identity, params }) => {
      if (!ready().has(params.teacherId)) throw problem('not-found')
      const isAdded = await favorites.add(identity.userId, params.teacherId, now())
      if (!isAdded) throw problem('favorites-full')
      seekers.forget(identity.userId)
      return succeeded()
    }),

    route(teachersApi, 'DELETE /favorites/:teacherId', async ({ identity, params }) => {
      await favorites.remove(identity.userId, params.teacherId)
      seekers.forget(identity.userId)
      return succeeded()
    }),
  ]
}
