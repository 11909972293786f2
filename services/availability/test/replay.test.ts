import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { createDeliveries, forge } from '@darsi/kit/testing/replay.ts'
import { createStory } from '@darsi/kit/testing/story.ts'
import { describe, expect, it } from '@jest/globals'
import { rowWriters } from '../src/events.ts'
import { worldOfFile } from './world.ts'

const { world: availability } = await worldOfFile(() => new Date())

/** The lesson of the classroom. */
const lessonOf = ({ data }: DarsiEvent<'participant.admitted'>) =>
  availability.collections.lessons.insertOne({
    ...{
      _id: data.sessionId,
      connectionId: data.connectionId,
      seriesId: null,
      groupId: null,
      teacherId: data.teacherId,
    },
    ...{ studentId: null, childId: null, partyIds: [], subject: 'physics', durationMinutes: 30 },
    ...{ startsAt: new Date(0), endsAt: new Date(0), type: 'online', place: '', meetingLink: '' },
    ...{ parentPresent: false, status: 'completed', reason: '', cause: null, bookedBy: '' },
    ...{ bookedAt: new Date(0), completedAt: null, reportDueAt: null, revision: 0, token: '' },
    ...{ notes: '', heldAt: null, keptLink: '', proposedUntil: null, agreedVenue: null },
    ...{ remindAt: null, remindKind: null, v: 1, outbox: [] },
  })

/** The connection that `users` removed a year after its end, of a child whose last guardian leaves. */
const connectionOf = ({ data: { childId, guardianId } }: DarsiEvent<'guardian.left'>) =>
  availability.collections.connections.insertOne({
    blockedBy: [],
    ...{ _id: 'removed', status: 'ended', teacherId: 't1', studentId: null, childId },
    ...{ guardianIds: [guardianId], partyIds: ['t1', guardianId], requesterId: guardianId },
    ...{
      subject: 'physics',
      minor: true,
      learnerBirthYear: null,
      learnerLevel: null,
      videoWithdrawn: false,
      studentName: 'Adam',
    },
  })
const asLast = (event: DarsiEvent): DarsiEvent =>
  event.type === 'guardian.left' ? { ...event, data: { ...event.data, guardianIds: [] } } : event

describe('an event', () => {
  it('that another service signed changes nothing', async () => {
    const [event] = createStory({ t1: 'forged' }).beginnings
    if (!event) throw new Error('no event')
    const { error, changes } = await forge({ ...availability, group: 'availability' }, event)
    expect(error).toMatch(/notifications signed an event of/)
    expect(changes).toEqual([])
  })

  it('that is delivered twice changes nothing and sends nothing', async () => {
    await availability.quiet()
    // feeds that some events renew
    for (const userId of ['s1', 't1']) await availability.parts.feeds.current(userId)
    const deliveries = createDeliveries({ ...availability, group: 'availability' })
    const { beginnings, life, endings, afterErasure } = createStory()
    const story = [...beginnings, ...life.map(asLast), ...endings, ...afterErasure]
    const seeds = { 'participant.admitted': lessonOf, 'guardian.left': connectionOf }
    expect(await deliveries.twice(story, seeds)).toEqual([])
    expect(await deliveries.again()).toEqual([])
    expect(deliveries.missing()).toEqual([])
    expect(deliveries.idle()).toEqual([])
  }, 120_000)

  it('that is a state record writes rows and causes no event', async () => {
    await availability.quiet()
    const rows = rowWriters(availability.parts)
    const deliveries = createDeliveries({ ...availability, group: 'availability', rowWriters: rows })
    const { beginnings, life } = createStory({ t1: 't8', s1: 's8', p1: 'p8', u1: 'u8', c1: 'k8' })
    expect(await deliveries.twice(beginnings)).toEqual([])
    expect(await deliveries.states([...beginnings, ...life])).toEqual(['connections', 'people'])
  }, 120_000)
})
