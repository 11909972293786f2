import type { GroupHour } from '@darsi/contracts/calls/availability/groups-api.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import type { Group } from '../groups/group.ts'
import type { GroupQueries } from '../groups/group-queries.ts'
import type { LessonQueries } from '../lessons/lesson-queries.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import { groupView } from './group-view.ts'

type Parts = { lessons: LessonQueries; parties: PartyQueries; now: () => Date }
type Viewer = { identity: Identity; language: Language }

/** Four reads, however long the list is. */
export async function showGroups(
  { lessons, parties, now }: Parts,
  groups: readonly Group[],
  { identity: { userId, role }, language }: Viewer,
): Promise<GroupHour[]> {
  const seats = await lessons.ofGroups(groups.map(({ _id }) => _id))
  const own = role === 'teacher' ? [] : await parties.openOf(userId)
  const listed = [...seats, ...own.map(({ _id: connectionId }) => ({ connectionId }))]
  const rows = await parties.rowsOf(
    listed,
    groups.map(({ teacherId }) => teacherId),
  )
  const viewer = { userId, language, now: now() }
  return groups.map((group) =>
    groupView(group, viewer, {
      ...rows,
      seats: seats.filter(({ groupId }) => groupId === group._id),
      own: own.filter(({ teacherId }) => teacherId === group.teacherId),
    }),
  )
}

export async function showGroup(
  parts: Parts & { groups: GroupQueries },
  id: string,
  viewer: Viewer,
): Promise<GroupHour> {
  const group = await parts.groups.find(id)
  const [view] = group ? await showGroups(parts, [group], viewer) : []
  if (!view) throw problem('not-found')
  return view
}
