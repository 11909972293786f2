import { randomUUID } from 'node:crypto'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { connectionOf } from '@darsi/kit/testing/connection-events.ts'
import { eventually, someone } from '@darsi/kit/testing/testing.ts'
import type { World } from './world.ts'

export type Options = { minor?: boolean; child?: boolean; guardians?: number; teacher?: Identity }
type Status = 'approved' | 'ended' | 'pending'

/** A connection as its events tell of it, with everyone's account. */
export async function connectedIn(
  users: World,
  { minor = false, child = false, guardians = minor ? 1 : 0, teacher: given }: Options = {},
) {
  const id = randomUUID()
  const teacher = given ?? (await users.account('teacher', { fullName: 'Sami Trabelsi' }))
  const student = child ? null : await users.account('student', { fullName: 'Amina Ben Salah' })
  const parents = await Promise.all(
    Array.from({ length: guardians }, () => users.account('parent', { fullName: 'Leila Ben Salah' })),
  )
  const childId = minor ? randomUUID() : undefined
  const guardianIds = parents.map(({ userId }) => userId)
  let sequence = 0
  const tell = async (
    type: 'approved' | 'ended' | 'requested' | 'changed',
    status: Status,
    guards = guardianIds,
    again?: number,
  ) => {
    sequence++
    const event = connectionOf(`connection.${type}`, {
      ...{ connectionId: id, status, teacherId: teacher.userId, guardianIds: guards, minor },
      ...(student && { studentId: student.userId }),
      ...(childId && { childId }),
      requesterId: student?.userId ?? guardianIds[0] ?? '',
    })
    await users.kafka.publish('users', id, again ?? sequence, event)
  }
  const consent = () =>
    childId && parents[0]
      ? users.consents.give({
          childId,
          purpose: 'messages',
          teacherId: teacher.userId,
          by: parents[0].userId,
          at: new Date(),
        })
      : null
  const consented = await consent()
  await tell('approved', 'approved')
  await eventually(() => users.threads.find(id))
  const [parent = someone('parent')] = parents
  return { id, teacher, student: student ?? parent, parent, parents, childId, given: consented, tell }
}
