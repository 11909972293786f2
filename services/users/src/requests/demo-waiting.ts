import { demoPairs } from '@darsi/contracts/reference/demo.ts'
import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { Problem } from '@darsi/kit/http/problem.ts'
import { publicSubjects } from '../profiles/card-review.ts'
import { isFindable } from '../profiles/profile.ts'
import { actOnConnection, type ConnectionParts, requestConnection } from './connection-commands.ts'
import { isFull } from './offer-places.ts'
import { joinWaitingList } from './waiting-commands.ts'

/** Not one of `demoPairs`, whose lessons availability makes. */
const fullTeacher = 'demo-teacher-9'
const silentTeacher = 'demo-teacher-10'
/** Adults: they need no guardian. */
const learners = [...new Set(demoPairs.map(({ from }) => from))].slice(0, 12)
const waiting = 'demo-student'
const message = 'Bonjour, auriez-vous encore une place ?'

/**
 * A teacher whose five places are taken, with a waiting list, and a request that nobody answered within three days: its
 * card shows alternatives. @returns false until the accounts have arrived by their events
 */
export async function seedDemoWaiting(parts: ConnectionParts): Promise<boolean> {
  const people = await parts.profiles.findAll([fullTeacher, silentTeacher, waiting, ...learners])
  const [full, silent, student] = [fullTeacher, silentTeacher, waiting].map((id) => people.get(id))
  if (!full || !silent || !student || people.size < 3 + learners.length) return false
  // their approval comes by an event of its own
  if (!isFindable(full) || !isFindable(silent)) return false
  for (const id of learners) {
    const learner = people.get(id)
    if (!learner || (await isFull(parts, fullTeacher))) continue
    await unlessThere(async () => {
      const wish = { teacherId: fullTeacher, subject: firstSubject(full), message }
      const { _id } = await requestConnection(parts, learner, wish)
      await actOnConnection(parts, _id, { by: fullTeacher, action: 'accept', note: '' })
    })
  }
  const inLine = await parts.waiting.collection.countDocuments({ teacherId: fullTeacher })
  const last = people.get(learners.at(-1) ?? '')
  if (inLine === 0 && (await isFull(parts, fullTeacher)))
    for (const caller of [last, student])
      if (caller)
        await unlessThere(() =>
          joinWaitingList(parts, caller, { teacherId: fullTeacher, subject: firstSubject(full), message }),
        )
  const { rows } = await parts.connections.page(waiting, 'sent', { limit: 100 })
  if (rows.some(({ teacherId }) => teacherId === silentTeacher)) return true
  // the sweeper expires it
  const then = { ...parts, now: () => new Date(Date.now() - 73 * hourMs) }
  const wish = { teacherId: silentTeacher, subject: firstSubject(silent), message }
  await unlessThere(() => requestConnection(then, student, wish))
  return true
}

const firstSubject = (teacher: Parameters<typeof publicSubjects>[0]): string =>
  publicSubjects(teacher)[0] ?? ''

/** Another process may have made it, or a visitor of the demo may have changed what it needs. */
export async function unlessThere(make: () => Promise<unknown>): Promise<void> {
  try {
    await make()
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
  }
}
