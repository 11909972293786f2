import type { Child as ChildAnswer } from '@darsi/contracts/calls/users/children-api.ts'
import { sectionOfGrade } from '@darsi/contracts/reference/curriculum.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Child } from '../children/child.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'

type Parts = {
  profiles: Pick<ProfileStore, 'findAll'>
  connections: Pick<ConnectionStore, 'openOfChildren'>
}

export async function answerFor(parts: Parts, child: Child): Promise<ChildAnswer> {
  const [answer] = await childAnswers(parts, [child])
  if (!answer) throw problem('not-found')
  return answer
}

export async function childAnswers(
  { profiles, connections }: Parts,
  children: readonly Child[],
): Promise<ChildAnswer[]> {
  const open = await connections.openOfChildren(children.map(({ _id }) => _id))
  const people = await profiles.findAll([
    ...children.flatMap(({ guardianIds }) => guardianIds),
    ...open.map(({ teacherId }) => teacherId),
  ])
  const named = (ids: Iterable<string>) =>
    [...new Set(ids)].map((id) => ({ id, name: people.get(id)?.fullName ?? '' }))
  return children.map((child) => {
    const active = open.filter(({ childId, status }) => childId === child._id && status === 'approved')
    return {
      ...fieldsOf(child),
      guardians: named(child.guardianIds),
      activeConnections: active.length,
      currentTeachers: named(active.map(({ teacherId }) => teacherId)),
    }
  })
}

function fieldsOf(child: Child) {
  const { _id: id, firstName, birthYear, educationLevel, grade, schoolType, educationalProgram } = child
  const { subjects, additionalInfo, accountId, version } = child
  const section = sectionOfGrade(child.section, grade)
  const school = { educationLevel, grade, section, schoolType, educationalProgram }
  return { id, firstName, birthYear, ...school, subjects, additionalInfo, accountId, version }
}
