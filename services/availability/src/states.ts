import type { Outbox } from '@darsi/kit/events/outbox.ts'
import type { StateSource } from '@darsi/kit/events/reemit.ts'
import { documentsOf } from '@darsi/kit/mongo/collection.ts'
import type { Connection } from 'mongoose'
import { templateState } from './grid/grid-store.ts'
import { lessonState } from './lessons/lesson-event.ts'
import { createPartyQueries } from './parties/party-queries.ts'
import { createCollections } from './parts.ts'
import { writtenEvent } from './reviews/review.ts'

/** The state records of this service's aggregates (docs/adr/0024). */
export function stateSources(database: Connection, outbox: Outbox): readonly StateSource[] {
  const { grids, lessons, reviews, ...rows } = createCollections(database)
  const parties = createPartyQueries(rows)
  const count = (published: boolean) => (published ? 1 : 0)

  return [
    {
      name: 'weekly templates',
      collection: documentsOf(grids),
      publish: async (userId) => {
        // every teacher has a row; other roles are not told apart
        const role = (await rows.people.findOne({ _id: userId }))?.role === 'teacher' ? 'teacher' : 'student'
        return count(await outbox.publishState(grids, userId, (grid) => templateState(grid, role)))
      },
    },
    {
      name: 'lessons',
      collection: documentsOf(lessons),
      publish: async (id) => {
        const found = await lessons.findOne({ _id: id })
        if (!found) return 0
        const named = await parties.of(found.connectionId)
        return count(
          await outbox.publishState(lessons, id, (lesson) => lessonState(lesson, named, new Date())),
        )
      },
    },
    {
      name: 'reviews',
      collection: documentsOf(reviews),
      publish: async (id) => {
        const found = await reviews.findOne({ _id: id })
        if (!found) return 0
        const named = await parties.of(found.connectionId)
        return count(await outbox.publishState(reviews, id, (review) => writtenEvent(review, named)))
      },
    },
  ]
}
