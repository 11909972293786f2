import { randomUUID } from 'node:crypto'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { expect, it } from '@jest/globals'
import { createRetention } from '../src/retention.ts'
import { someone, startForAll } from './world.ts'

const { world } = await startForAll()

it('which mails went out is kept for 14 days, and a notice for 180', async () => {
  const person = someone()
  const childId = randomUUID()
  const other = { ...someone(), fullName: 'Nour', language: 'fr' as const }
  const guardian = { userId: person.id, email: person.email, fullName: 'Salma', language: 'fr' as const }
  await world.kafka.publish('users', childId, 1, {
    type: 'guardian.joined',
    data: {
      ...{ childId, guardianId: other.id, guardianIds: [person.id, other.id] },
      at: new Date().toISOString(),
    },
    personal: { childName: 'Adam', guardianName: 'Nour', guardians: [guardian] },
  })
  const mails = () => world.mails.collection.countDocuments({ userId: person.id })
  const notices = () => world.notices.collection.countDocuments({ userId: person.id })
  await eventually(async () => (await mails()) === 1 && (await notices()) === 1)
  const removals = createRetention(world)
  const after = async (days: number) => {
    const now = new Date(Date.now() + days * 24 * 3600 * 1000)
    await removals.mails(now)
    await removals.notices(now)
    return [await mails(), await notices()]
  }
  expect(await after(13)).toEqual([1, 1])
  expect(await after(15)).toEqual([0, 1])
  expect(await after(179)).toEqual([0, 1])
  expect(await after(181)).toEqual([0, 0])
})
