import { demoGroups } from '@darsi/contracts/reference/demo.ts'
import type { TeacherSubject } from '@darsi/contracts/reference/subjects.ts'
import { addDays, mondayOf } from '@darsi/contracts/reference/tunis-time.ts'
import { Problem } from '@darsi/kit/http/problem.ts'
import { joinGroup } from '../bookings/join-group.ts'
import { offerGroup } from '../bookings/offer-group.ts'
import type { Group } from '../groups/group.ts'
import { offeredHours } from '../hours/offered.ts'
import type { ConnectionRow } from '../parties/party.ts'
import type { DemoCollections, DemoParts } from './demo-parts.ts'

type DemoGroup = { teacherId: string; subject: TeacherSubject; learners: readonly string[] }

/** A group hour of each demo teacher who has none yet. @returns false while connections are missing */
export async function seedDemoGroups(
  parts: DemoParts,
  { connections, groups }: Pick<DemoCollections, 'connections' | 'groups'>,
): Promise<boolean> {
  let missing = 0
  for (const demo of demoGroups) {
    const { teacherId, subject, learners } = demo
    const found = await connections
      .find({ teacherId, subject, status: 'approved', studentId: { $in: [...learners] } })
      .toArray()
    if (found.length < learners.length) missing++
    else if ((await groups.countDocuments({ teacherId })) === 0) await seedGroup(parts, demo, found)
  }
  return missing === 0
}

/** In the first hour from next week on that all of them have free. */
async function seedGroup(
  parts: DemoParts,
  demo: DemoGroup,
  connections: readonly ConnectionRow[],
): Promise<void> {
  const monday = mondayOf(parts.now(), 1)
  const dates = Array.from({ length: 14 }, (_, day) => addDays(monday, day))
  const offer = await parts.checks.offerOf(demo.teacherId, dates)
  for (const { date, hour } of dates.flatMap((day) =>
    offeredHours(offer, day).map((one) => ({ date: day, hour: one })),
  )) {
    try {
      const [first] = connections
      const level = first?.learnerLevel ?? 'other'
      const audience = first?.minor ? ('minors' as const) : ('adults' as const)
      const group = await offerGroup(parts, demo.teacherId, {
        ...offerOf(demo, level),
        ...{ audience, date, hour },
      })
      await fill(parts, group, connections)
      return
    } catch (error) {
      // a lesson takes the hour
      if (!(error instanceof Problem)) throw error
    }
  }
}

async function fill(parts: DemoParts, group: Group, connections: readonly ConnectionRow[]): Promise<void> {
  for (const { _id: connectionId, studentId } of connections) {
    try {
      await joinGroup(parts, group._id, { connectionId, parentPresent: false, by: studentId ?? '' })
    } catch (error) {
      // this learner has another lesson then
      if (!(error instanceof Problem)) throw error
    }
  }
}

const offerOf = ({ subject }: DemoGroup, level: Group['level']) => ({
  ...{ subject, level, topic: 'Révision avant les examens', durationMinutes: 60, type: 'online' as const },
  ...{ place: '', meetingLink: '', price: 15, capacity: 4 },
})
