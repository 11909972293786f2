import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { createDeliveries, forge } from '@darsi/kit/testing/replay.ts'
import { createStory } from '@darsi/kit/testing/story.ts'
import { describe, expect, it } from '@jest/globals'
import { rowWriters } from '../src/events.ts'
import { worldOfFile } from './world.ts'

const classroom = await worldOfFile()

/** The connection that `users` removed a year after its end. */
const connectionOf = ({ data: { childId, guardianId, guardianIds } }: DarsiEvent<'guardian.left'>) =>
  classroom.collections.connections.insertOne({
    ...{ _id: 'removed', status: 'ended', teacherId: 't1', studentId: null, childId, minor: true },
    guardianIds: [guardianId, ...guardianIds],
    partyIds: ['t1', guardianId, ...guardianIds],
    everIds: ['t1', guardianId, ...guardianIds],
    ...{ learnerBirthYear: null, videoWithdrawn: false, studentName: 'Adam' },
  })

describe('an event', () => {
  it('that another service signed changes nothing', async () => {
    const event = createStory({ t1: 'forged' }).life.find(({ type }) => type === 'connection.requested')
    if (!event) throw new Error('no event')
    const { error, changes } = await forge({ ...classroom, group: 'classroom' }, event)
    expect(error).toMatch(/notifications signed an event of/)
    expect(changes).toEqual([])
  })

  it('that is delivered twice changes nothing and sends nothing', async () => {
    await classroom.quiet()
    const deliveries = createDeliveries({ ...classroom, group: 'classroom' })
    const { beginnings, life, endings, afterErasure } = createStory()
    const story = [...beginnings, ...life, ...endings, ...afterErasure]
    expect(await deliveries.twice(story, { 'guardian.left': connectionOf })).toEqual([])
    expect(await deliveries.again()).toEqual([])
    expect(deliveries.missing()).toEqual([])
    expect(deliveries.idle()).toEqual([])
  }, 120_000)

  it('that is a state record writes rows and causes no event', async () => {
    await classroom.quiet()
    const rows = rowWriters(classroom.parts)
    const deliveries = createDeliveries({ ...classroom, group: 'classroom', rowWriters: rows })
    const { beginnings, life } = createStory({ t1: 't8', s1: 's8', p1: 'p8', u1: 'u8', c1: 'k8' })
    expect(await deliveries.twice(beginnings)).toEqual([])
    expect(await deliveries.states([...beginnings, ...life])).toEqual(['connections', 'people'])
  }, 120_000)
})
