import { expect, it } from '@jest/globals'
import { outboxIndex } from '../src/events/outbox.ts'
import { outboxState } from '../src/events/outbox-state.ts'
import { collection, documentsOf } from '../src/mongo/collection.ts'
import { syncIndexes } from '../src/mongo/mongo.ts'
import { databaseOfFile } from '../src/testing/database.ts'

type Row = { _id: string; outbox: { time: string }[]; outboxAt?: Date }

const connection = await databaseOfFile('outbox-state')

it('the age of the outbox is that of its oldest event, also while a lease hides it', async () => {
  const rows = collection<Row>(connection, 'rows', [outboxIndex])
  const documents = documentsOf(rows)
  await syncIndexes(connection)
  expect(await outboxState([documents])).toEqual({ pending: 0, oldest: 0 })

  const ago = (seconds: number) => new Date(Date.now() - 1000 * seconds)
  const event = (seconds: number) => ({ time: ago(seconds).toISOString() })
  await rows.insertMany([
    { _id: 'sent', outbox: [] },
    { _id: 'just-sent', outbox: [], outboxAt: ago(200) },
    { _id: 'leased', outbox: [event(100), event(1)], outboxAt: ago(-15) },
    { _id: 'new', outbox: [event(2)], outboxAt: ago(2) },
  ])
  const { pending, oldest } = await outboxState([documents])
  expect(pending).toBe(3)
  expect(oldest).toBeGreaterThanOrEqual(100)
  expect(oldest).toBeLessThan(110)
})
