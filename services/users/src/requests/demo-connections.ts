import { demoPairs } from '@darsi/contracts/reference/demo.ts'
import type { TeacherSubject } from '@darsi/contracts/reference/subjects.ts'
import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { Problem } from '@darsi/kit/http/problem.ts'
import { move, newConnection } from '../connections/connection.ts'
import { connectionEvent } from '../connections/connection-event.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import { isFindable, type Profile } from '../profiles/profile.ts'
import {
  actOnConnection,
  type ConnectionParts,
  requestConnection,
  reviewConnection,
} from './connection-commands.ts'
import { prepareRequest } from './connection-request.ts'

const hoursOfWeek = 7 * 24
const mostTries = 3

type DemoConnection = {
  /** Age of the request in a demo with a history. */
  hoursAgo: number
  from: string
  to: string
  subject: TeacherSubject
  message: string
  end: 'pending' | 'accepted' | 'approved' | 'declined' | 'ended'
}

/** Invented requests in several states, so that each demo account has something to do. */
const demoConnections: readonly DemoConnection[] = [
  {
    hoursAgo: 10.5 * hoursOfWeek,
    from: 'demo-student',
    to: 'demo-teacher',
    subject: 'mathematics',
    message: 'Bonjour, je prépare mes examens de première année. Êtes-vous libre le mercredi ?',
    end: 'approved',
  },
  {
    hoursAgo: 5,
    from: 'demo-student-1',
    to: 'demo-teacher',
    subject: 'physics',
    message: 'Hello, I need help with optics, about an hour a week.',
    end: 'pending',
  },
  {
    hoursAgo: 29,
    from: 'demo-parent',
    to: 'demo-teacher',
    subject: 'mathematics',
    message: 'مرحبا، يحتاج ابني إلى دعم في الكسور والهندسة.',
    end: 'accepted',
  },
  {
    hoursAgo: 10.5 * hoursOfWeek,
    from: 'demo-parent',
    to: 'demo-teacher-2',
    subject: 'french',
    message: 'Bonsoir, mon fils a besoin de soutien en lecture.',
    end: 'approved',
  },
  {
    hoursAgo: 41,
    from: 'demo-student',
    to: 'demo-teacher-2',
    subject: 'english',
    message: 'Could we practise speaking on Saturdays?',
    end: 'pending',
  },
  {
    hoursAgo: 4 * hoursOfWeek,
    from: 'demo-student-2',
    to: 'demo-teacher',
    subject: 'physics',
    message: 'Bonjour, est-ce possible le lundi à 8 h ?',
    end: 'declined',
  },
  {
    hoursAgo: 53,
    from: 'demo-student-4',
    to: 'demo-teacher',
    subject: 'mathematics',
    // flagged for an administrator's review
    message: 'Appelez-moi au 70 000 000 pour en parler.',
    end: 'pending',
  },
  {
    hoursAgo: 9 * hoursOfWeek,
    from: 'demo-student-4',
    to: 'demo-teacher-1',
    subject: 'mathematics',
    message: 'Merci de me préparer au concours.',
    end: 'ended',
  },
]

const wishes = [
  'Bonjour, auriez-vous une heure par semaine ?',
  'السلام عليكم، أبحث عن مدرّس لحصة في الأسبوع، هل لديك مكان؟',
  'Hello, I would like one lesson a week before the exams.',
  'Bonjour, j’ai du mal à suivre depuis la rentrée. Une séance par semaine me suffirait.',
  'مرحبا، أريد مراجعة دروس هذا الثلاثي معك إن أمكن.',
]

/** The pairs whose lessons availability makes, asked for some days before the first one. */
const historic: readonly DemoConnection[] = demoPairs.map(({ weeks, ...pair }, index) => ({
  ...pair,
  hoursAgo: (weeks + 1) * hoursOfWeek + 5 * index,
  message: wishes[index % wishes.length] ?? '',
  end: 'approved',
}))

/**
 * Creates the connections that are missing; with `weeks` those of the history too, as if they had been asked for then.
 * @returns false until the demo accounts have arrived by their events
 */
export async function seedDemoConnections(parts: ConnectionParts, weeks = 0): Promise<boolean> {
  const wanted = weeks > 0 ? [...demoConnections, ...historic] : demoConnections
  const needed = [...new Set(wanted.flatMap(({ from, to }) => [from, to]))]
  const people = await parts.profiles.findAll(needed)
  const [child] = await parts.children.ofGuardian('demo-parent')
  if (people.size < needed.length || !child) return false
  // their approval comes by an event of its own; without it a request is refused and would be missing for good
  if (wanted.some(({ to }) => !isFindable(people.get(to) ?? null))) return false
  const create = async (demo: DemoConnection): Promise<void> => {
    const age = weeks > 0 ? demo.hoursAgo * hourMs : 0
    const then = { ...parts, now: () => new Date(Date.now() - age) }
    const caller = people.get(demo.from)
    if (!caller) return
    const { to: teacherId, subject, message } = demo
    const wish = { teacherId, subject, message, ...(caller.role === 'parent' && { childId: child._id }) }
    // the sweeper may expire an old request before its answer: then it is made anew
    for (let tries = 0; tries < mostTries && !(await exists(parts.connections, demo)); tries++)
      try {
        const { _id } = await requestConnection(then, caller, wish)
        await bringTo(then, _id, demo)
      } catch (error) {
        // another process created it, or answered it
        if (!(error instanceof Problem)) throw error
      }
  }
  // without a child and a flag no further step is needed
  if (weeks > 0) await insertApproved(parts, historic, people)
  // the requests to one teacher one after the other, because they compete for the places
  const perTeacher = Map.groupBy(demoConnections, ({ to }) => to)
  await Promise.all(
    [...perTeacher.values()].map(async (requests) => {
      for (const request of requests) await create(request)
    }),
  )
  return true
}

/** Requests of adults that the teacher accepted at once: one command writes all, because there are many. */
async function insertApproved(
  parts: ConnectionParts,
  wanted: readonly DemoConnection[],
  people: ReadonlyMap<string, Profile>,
): Promise<void> {
  const { connections, upgrades } = parts
  const made = await Promise.all(
    wanted.map(async (demo) => {
      const caller = people.get(demo.from)
      if (!caller || (await exists(connections, demo))) return []
      const at = new Date(Date.now() - demo.hoursAgo * hourMs)
      const then = { ...parts, now: () => at }
      const { from, to: teacherId, subject, message } = demo
      const request = await prepareRequest(then, caller, { teacherId, subject, message })
      const requested = newConnection({ ...request, flags: [] }, at)
      const { changed, type, by } = move(requested, { action: 'accept', by: teacherId, note: '', at })
      const parties = { teacher: people.get(teacherId) ?? null, student: caller, child: null, guardians: [] }
      const write = async () => [
        {
          connection: changed,
          events: [
            connectionEvent(requested, parties, { type: 'connection.requested', by: from, at }),
            connectionEvent(changed, parties, { type, by, at }),
          ],
        },
      ]
      try {
        // claims count from now: one as old as the request would be free for another process at once
        await connections.takeForRequest({ ...requested, requestedAt: new Date() })
        return await connections.withPlace(
          requested,
          { places: await upgrades.places(teacherId), at: new Date() },
          write,
        )
      } catch (error) {
        // another process created it
        if (!(error instanceof Problem)) throw error
        return []
      }
    }),
  )
  await connections.insertMany(made.flat())
}

async function bringTo(parts: ConnectionParts, id: string, { from, to, end }: DemoConnection): Promise<void> {
  if (end === 'pending') return
  if (end === 'declined') {
    await actOnConnection(parts, id, { by: to, action: 'decline', note: 'Je suis complet à cette heure-là.' })
    return
  }
  await actOnConnection(parts, id, { by: to, action: 'accept', note: '' })
  if (end === 'accepted') return
  await reviewConnection(parts, id, {
    decision: 'approved',
    by: 'demo-admin',
    notes: '',
    at: parts.now(),
    stoppedAt: null,
  })
  if (end === 'ended')
    await actOnConnection(parts, id, { by: from, action: 'end', note: 'Merci, j’ai réussi !' })
}

/** An expired request is made anew, also one that the sweeper found between the request and its answer. */
async function exists(connections: ConnectionStore, { from, to, subject }: DemoConnection): Promise<boolean> {
  const { rows } = await connections.page(from, 'sent', { limit: 100 })
  return rows.some((row) => row.teacherId === to && row.subject === subject && row.status !== 'expired')
}
