import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { createDeliveries, forge, type Seeds } from '@darsi/kit/testing/replay.ts'
import { createStory } from '@darsi/kit/testing/story.ts'
import { describe, expect, it } from '@jest/globals'
import { newChild } from '../src/children/child.ts'
import { createChildStore } from '../src/children/child-store.ts'
import { newConnection } from '../src/connections/connection.ts'
import { createConnectionStore } from '../src/connections/connection-store.ts'
import { rowWriters } from '../src/events.ts'
import { newCareChange } from '../src/guardians/care-change.ts'
import { newestCard } from '../src/profiles/card-review.ts'
import { createProfileStore } from '../src/profiles/profile-store.ts'
import { worldOfFile } from './world.ts'

const users = await worldOfFile()

/**
 * Creates what calls create in production. Without it these events find nothing to change. By stores without reactions,
 * as if the process stopped after each write: the events have to do the rest.
 */
function seeds(): Seeds {
  const { connection, outbox, links, upgrades, waiting } = users
  const profiles = createProfileStore(connection, outbox)
  const connections = createConnectionStore(connection, outbox, waiting.hasOffer)
  const edit = ({ subject }: { subject: string }) =>
    profiles.update(subject, (profile) => ({ ...profile, version: profile.version + 1 }))
  const handOut = ({ subject, time }: { subject: string; time: string }) =>
    links.createCode('child', subject, new Date(time))
  return {
    'user.profile-changed': edit,
    'user.preferences-changed': edit,
    'user.password-changed': handOut,
    'user.sessions-ended': handOut,
    'card.reviewed': ({ data }) =>
      profiles.update(data.teacherId, (profile) => {
        const shown = { ...newestCard(profile), bio: 'as before' }
        return { ...profile, cardReview: { shown, at: new Date(data.changedAt) } }
      }),
    'upgrade.reviewed': async ({ data }) => {
      const teacher = await profiles.find(data.teacherId)
      if (teacher) await upgrades.request(teacher, '', new Date(data.requestedAt))
    },
    'connection.requested': (event) => {
      const { connectionId: _id, studentId = null, ...data } = event.data
      const { message } = event.personal
      const learner = {
        studentId,
        childId: null,
        subject: 'mathematics' as const,
        preferredTimes: [],
        flags: [],
      }
      const asked = { ...data, ...learner, _id, message }
      return connections.insert(newConnection(asked, new Date(data.requestedAt)), event)
    },
    'connection.cancelled': ({ data }) => users.teachers.setFull(data.teacherId, true),
    'connection.expired': ({ data }) => users.teachers.setFull(data.teacherId, true),
    'place.lapsed': ({ data }) => users.teachers.setFull(data.teacherId, true),
    // its link by which the grown learner takes over
    'guardian.left': ({ data }) => {
      const at = new Date(data.at)
      const details = { firstName: 'Adam', birthYear: 2015, educationLevel: 'college' }
      const child = newChild({ id: data.childId, guardianId: data.guardianId, at }, details)
      const guardian = {
        userId: data.guardianId,
        email: 'p@example.tn',
        fullName: 'P',
        language: 'fr' as const,
      }
      return users.transfers.invite(child, async () => [guardian], at)
    },
    // its teacher is erased
    'guardian.joined': async ({ data, time }) => {
      const learner = { learnerId: data.accountId ?? '', requesterId: data.accountId ?? '', childId: null }
      const wish = { teacherId: 'gone', subject: 'mathematics' as const, message: '', preferredTimes: [] }
      const open = { offeredAt: null, lapsedAt: null, connectionId: null, since: new Date(time) }
      await users.waiting.keep({ _id: 'w1', waitsFor: 'guardian', ...learner, ...wish, ...open })
    },
    'care-change.reviewed': olderAge,
  }
}

/** A change of a child’s age that waits for the administrator only. */
async function olderAge({ data }: DarsiEvent<'care-change.reviewed'>): Promise<void> {
  const [askedAt, far] = [new Date(data.askedAt), new Date('2100-01-01T00:00:00Z')]
  const guardianId = 'p1'
  const details = { firstName: 'Adam', birthYear: 2015, educationLevel: 'college' }
  const child = newChild({ id: 'child', guardianId, at: askedAt }, details)
  await createChildStore(users.connection).add(child)
  const event = createStory().life.find(({ type }) => type === 'care-change.requested')
  if (!event) throw new Error('no event')
  const fields = { birthYear: 2010, educationLevel: 'secondary', grade: '' }
  const asked = { _id: data.changeId, kind: 'age' as const, childId: child._id, accountId: null, fields }
  const facts = { guardianIds: [guardianId], activeIds: [guardianId], isPossible: true, isSamePerson: false }
  const change = newCareChange({ ...asked, by: guardianId, guardianId: null }, facts, askedAt)
  // the dates of the golden events are usually past when the test runs
  const waiting = { ...change, notBefore: far, expiresAt: far }
  await users.careChanges.ask(
    waiting,
    () => false,
    () => event,
  )
}

describe('an event', () => {
  it('that another service signed changes nothing', async () => {
    const [event] = createStory({ t1: 'forged' }).beginnings
    if (!event) throw new Error('no event')
    const { error, changes } = await forge({ ...users, group: 'users' }, event)
    expect(error).toMatch(/notifications signed an event of/)
    expect(changes).toEqual([])
  })

  it('that is delivered twice changes nothing and sends nothing', async () => {
    await users.quiet()
    const deliveries = createDeliveries({ ...users, group: 'users' })
    const { beginnings, life, endings, afterErasure } = createStory()
    const story = [...beginnings, ...life, ...endings, ...afterErasure]
    expect(await deliveries.twice(story, seeds())).toEqual([])
    expect(await deliveries.again()).toEqual([])
    expect(deliveries.missing()).toEqual([])
    // these change nothing in the story: it stores no homework, messages or proofs, nobody is blocked, and its lessons
    // carry no words
    // (utterances.test.ts, proofs.test.ts), and no administrator keeps two people apart (pauses.test.ts)
    expect(deliveries.idle()).toEqual([
      'homework.handed-in',
      'homework.marked',
      'homework.set',
      'message.sent',
      'proof.decided',
      'session.moved',
      'session.no-show',
      'session.proposed',
      'thread.changed',
    ])
  }, 120_000)

  it('that is a state record writes rows and causes no event', async () => {
    await users.quiet()
    const rows = rowWriters(users)
    const deliveries = createDeliveries({ ...users, group: 'users', rowWriters: rows })
    const { beginnings, life } = createStory({ t1: 't8', s1: 's8', p1: 'p8', u1: 'u8', c1: 'k8' })
    expect(await deliveries.twice(beginnings)).toEqual([])
    expect(await deliveries.states([...beginnings, ...life])).toEqual(['profiles', 'teachers', 'weeks'])
  }, 120_000)
})
