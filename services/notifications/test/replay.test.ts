import type { DarsiEvent, EventType } from '@darsi/contracts/events/events.ts'
import { createDeliveries, forge } from '@darsi/kit/testing/replay.ts'
import { createStory } from '@darsi/kit/testing/story.ts'
import { describe, expect, it } from '@jest/globals'
import { rowWriters } from '../src/events.ts'
import { aboutLesson } from '../src/notifications/lesson.ts'
import { startForAll } from './world.ts'

const { world } = await startForAll()

/** They cause no mail and no notice, and only make open pages reload. */
const idle = {
  'classroom.ended': 'the lesson shows that its room is closed',
  'classroom.opened': 'the lesson shows that its room is open',
  'connection.agreed': 'connection.approved and connection.declined cause the mails',
  'connection.changed': 'the list of connections shows the change',
  'group.offered': 'the list of group hours shows it',
  'guardian.absent': 'the lesson shows that its room is on hold',
  'homework.withdrawn': 'the conversation no longer shows the homework',
  'lesson.held': 'the lesson shows that its room is on hold',
  'lesson.resumed': 'the lesson shows that its room goes on',
  'report.read': 'the teacher sees a mark beside the report',
  'session.resumed': 'connection.reopened causes the mail',
  'thread.changed': 'the conversation shows who may write',
  'user.profile-changed': 'the photo and the public page show the change',
  'user.sessions-ended': 'it removes devices of push messages, and the story has none',
}

describe('an event', () => {
  it('that another service signed changes nothing', async () => {
    const [event] = createStory({ t1: 'forged' }).beginnings
    if (!event) throw new Error('no event')
    const { error, changes } = await forge({ ...world, group: 'notifications' }, event)
    expect(error).toMatch(/signed an event of/)
    expect(changes).toEqual([])
  })

  it('that is delivered twice changes nothing and mails nothing', async () => {
    await world.quiet()
    const deliveries = createDeliveries({ ...world, group: 'notifications' })
    const { beginnings, life, endings, afterErasure } = createStory()
    expect(await deliveries.twice([...beginnings, ...life, ...endings, ...afterErasure])).toEqual([])
    expect(await deliveries.again()).toEqual([])
    expect(deliveries.missing()).toEqual([])
    expect(deliveries.idle()).toEqual(Object.keys(idle))
  }, 120_000)

  it.each(['session.booked', 'session.proposed', 'session.moved', 'session.held'] as const)(
    '%s takes back what was said before it, and nothing newer when it comes a second time',
    async (type) => {
      await world.quiet()
      const lesson = type.replace('.', '-')
      const { life } = createStory({ t1: 't9', s1: 's9', p1: 'p9', l1: lesson })
      const eventOf = (of: EventType, sequence: number): DarsiEvent => {
        const event = life.find((one) => one.type === of)
        if (!event) throw new Error(`no ${of}`)
        return { ...event, sequence, id: `availability.${lesson}.${sequence}.${of}` }
      }
      const deliveries = createDeliveries({ ...world, group: 'notifications' })
      const reminder = 'session.reminder-due'
      expect(await deliveries.twice([eventOf(reminder, 1), eventOf(type, 2), eventOf(reminder, 3)])).toEqual(
        [],
      )
      expect(await deliveries.again()).toEqual([])
      const about = aboutLesson(lesson)
      const states = async (sequence: number) => {
        const mails = await world.mails.collection.find({ about, sequence, kind: /reminder/ }).toArray()
        const notices = await world.notices.collection.find({ about, sequence, kind: /reminder/ }).toArray()
        return [mails.map(({ state }) => state), notices.map(({ takenBackAt }) => takenBackAt !== null)]
      }
      // teacher, learner and guardian
      expect(await states(1)).toEqual([Array(3).fill('dead'), Array(3).fill(true)])
      expect(await states(3)).toEqual([Array(3).fill('pending'), Array(3).fill(false)])
    },
  )

  it('that is a state record writes rows and causes no event', async () => {
    await world.quiet()
    const rows = rowWriters(world)
    const deliveries = createDeliveries({ ...world, group: 'notifications', rowWriters: rows })
    const { beginnings, life } = createStory({ t1: 't8', s1: 's8', p1: 'p8', u1: 'u8', c1: 'k8' })
    expect(await deliveries.twice(beginnings)).toEqual([])
    expect(await deliveries.states([...beginnings, ...life])).toEqual(['preferences'])
  }, 120_000)
})
