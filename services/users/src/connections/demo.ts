import type { TeacherSubject } from '@darsi/contracts/subjects.ts'
import type { Log } from '@darsi/kit/log.ts'
import { Problem } from '@darsi/kit/problem.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import type { ChildStore } from '../children/child-store.ts'
import type { ProfileStore } from '../profile-store.ts'
import type { ConnectionStore } from './connection-store.ts'
import type { Connections } from './connections.ts'

type Parts = {
  profiles: ProfileStore
  children: ChildStore
  store: ConnectionStore
  connections: Connections
}
type Scene = {
  from: string
  to: string
  subject: TeacherSubject
  message: string
  end: 'pending' | 'accepted' | 'approved' | 'declined' | 'ended'
}

/** Invented requests in several states: whoever opens a demo account finds something to do. */
const scenes: readonly Scene[] = [
  {
    from: 'demo-student',
    to: 'demo-teacher',
    subject: 'mathematics',
    message: 'Bonjour, je prépare mes examens de première année. Êtes-vous libre le mercredi ?',
    end: 'approved',
  },
  {
    from: 'demo-student-1',
    to: 'demo-teacher',
    subject: 'physics',
    message: 'Hello, I need help with optics, about an hour a week.',
    end: 'pending',
  },
  {
    from: 'demo-parent',
    to: 'demo-teacher',
    subject: 'mathematics',
    message: 'مرحبا، يحتاج ابني إلى دعم في الكسور والهندسة.',
    end: 'accepted',
  },
  {
    from: 'demo-parent',
    to: 'demo-teacher-2',
    subject: 'french',
    message: 'Bonsoir, mon fils a besoin de soutien en lecture.',
    end: 'approved',
  },
  {
    from: 'demo-student',
    to: 'demo-teacher-2',
    subject: 'english',
    message: 'Could we practise speaking on Saturdays?',
    end: 'pending',
  },
  {
    from: 'demo-student-2',
    to: 'demo-teacher',
    subject: 'physics',
    message: 'Bonjour, est-ce possible le lundi à 8 h ?',
    end: 'declined',
  },
  {
    from: 'demo-student-4',
    to: 'demo-teacher',
    subject: 'mathematics',
    // flagged: an administrator looks at it
    message: 'Appelez-moi au 70 000 000 pour en parler.',
    end: 'pending',
  },
  {
    from: 'demo-student-4',
    to: 'demo-teacher-1',
    subject: 'mathematics',
    message: 'Merci de me préparer au concours.',
    end: 'ended',
  },
]

const needed = [...new Set(scenes.flatMap(({ from, to }) => [from, to]))]

/** Plays the scenes that were not played yet, once their people are there. @returns false while somebody is missing */
export async function seedDemoConnections(parts: Parts): Promise<boolean> {
  const people = await parts.profiles.findAll(needed)
  const [child] = await parts.children.ofGuardian('demo-parent')
  if (people.size < needed.length || !child) return false
  for (const scene of scenes) {
    const caller = people.get(scene.from)
    if (!caller || (await wasPlayed(parts.store, scene))) continue
    const { to: teacherId, subject, message } = scene
    const wish = { teacherId, subject, message, ...(caller.role === 'parent' && { childId: child._id }) }
    try {
      const { _id } = await parts.connections.request(caller, wish)
      await play(parts.connections, _id, scene)
    } catch (error) {
      // another process plays it
      if (!(error instanceof Problem)) throw error
    }
  }
  return true
}

async function play({ act, review }: Connections, id: string, { from, to, end }: Scene): Promise<void> {
  if (end === 'pending') return
  if (end === 'declined') {
    await act(id, to, 'decline', 'Je suis complet à cette heure-là.')
    return
  }
  await act(id, to, 'accept', '')
  if (end === 'accepted') return
  await review(id, { decision: 'approved', by: 'demo-admin', notes: '', at: new Date() })
  if (end === 'ended') await act(id, from, 'end', 'Merci, j’ai réussi !')
}

async function wasPlayed(store: ConnectionStore, { from, to, subject }: Scene): Promise<boolean> {
  const { rows } = await store.page(from, 'sent', { limit: 100 })
  return rows.some((row) => row.teacherId === to && row.subject === subject)
}

const everyMs = 1000

/** Looks until the demo accounts have arrived by their events. */
export function startDemo(parts: Parts, log: Pick<Log, 'warn'>): () => Promise<void> {
  const stop = repeat({
    everyMs,
    work: async () => {
      if (await seedDemoConnections(parts)) void stop()
    },
    log,
    failed: 'demo connections not made yet',
  })
  return stop
}
