import { randomUUID } from 'node:crypto'
import type { Concerns } from '@darsi/contracts/events/event-parts.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { connectionOf } from '@darsi/kit/testing/connection-events.ts'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { textOf } from '../src/threads/message-store.ts'
import { worldOfFile } from './world.ts'

const users = await worldOfFile()

/** A teacher and a student with an open conversation. */
async function connected(known?: Identity) {
  const id = randomUUID()
  const teacher = known ?? (await users.account('teacher', { fullName: 'Sami Trabelsi' }))
  const student = await users.account('student', { fullName: 'Amina Ben Salah' })
  const given = { connectionId: id, teacherId: teacher.userId, studentId: student.userId }
  await users.kafka.publish('users', id, 1, connectionOf('connection.approved', given))
  await eventually(() => users.threads.find(id))
  return { id, teacher, student }
}
const write = (as: Identity, id: string, text: string) =>
  users.call(`POST /threads/${id}/messages`, { as, body: { text } })
const erase = (as: Identity, evidence: (Concerns & { alertId: string })[] = []) =>
  users.kafka.account.deletionRequested({ userId: as.userId, role: as.role, evidence })
const copyOf = async (alertId: string) => {
  const found = await users.kafka.published('evidence.copied', `evidence.${alertId}`, 1)
  expect(found).toHaveLength(1)
  return found[0]?.personal
}
const opened = (alertId: string, evidence: Concerns, sequence = 1) => {
  const at = new Date().toISOString()
  return users.kafka.publish('admin', alertId, sequence, {
    type: 'alert.opened',
    data: {
      ...{
        alertId,
        reason: 'danger',
        severity: 'high',
        minor: false,
        aboutIds: [],
        guardianIds: [],
        governorateId: null,
      },
      ...{ dueAt: at, investigateBy: at, at },
      evidence,
    },
    personal: { guardians: [] },
  })
}

describe('the messages that an alert concerns', () => {
  it('are copied before a report of the conversation leaves, and the erasure that follows changes nothing', async () => {
    const { id, teacher, student } = await connected()
    for (const text of ['Come alone', 'Do not tell anybody']) await write(teacher, id, text)
    await users.call(`POST /threads/${id}/report`, { as: student, body: { reason: 'He scares me' } })
    await erase(teacher)
    await users.kafka.published('user.erased', teacher.userId, 1)
    const report = await eventually(async () => {
      return users.reports.collection.findOne({ threadId: id })
    })
    // replayed, or requested again by the alert itself
    await opened(report._id, { threadId: id, aboutUserId: teacher.userId })
    expect(await copyOf(report._id)).toMatchObject({
      people: [{ userId: teacher.userId, role: 'teacher', fullName: 'Sami Trabelsi' }],
      messages: [{ by: teacher.userId, text: 'Come alone' }, { text: 'Do not tell anybody' }],
    })
    const kept = await users.messages.find(id, 1)
    expect(kept && textOf(users.sealer, kept)).toBe('')
  })

  it('are copied when an alert of the report form opens: the conversations of both, or with words alone all', async () => {
    const { id, teacher, student } = await connected()
    await write(teacher, id, 'See you tonight')
    for (const about of [{ aboutUserId: teacher.userId }, { childId: student.userId }, {}]) {
      const alertId = randomUUID()
      for (const sequence of [1, 2]) await opened(alertId, { ...about, by: student.userId }, sequence)
      const copy = await copyOf(alertId)
      expect(copy).toMatchObject({
        people: [{ userId: teacher.userId }],
        messages: [{ text: 'See you tonight' }],
      })
    }
    // conversations of other people must not be quoted
    const stranger = randomUUID()
    await opened(stranger, { aboutUserId: teacher.userId, by: randomUUID() })
    expect(await copyOf(stranger)).toMatchObject({ people: [{ userId: teacher.userId }], messages: [] })
  })

  it('are copied by an erasure that arrives before the alert’s own event', async () => {
    const { id, teacher, student } = await connected()
    await write(teacher, id, 'See you tonight')
    const alertId = randomUUID()
    const concerns = { aboutUserId: teacher.userId, by: student.userId }
    await erase(teacher, [{ alertId, ...concerns }])
    await users.kafka.published('user.erased', teacher.userId, 1)
    await opened(alertId, concerns)
    expect(await copyOf(alertId)).toMatchObject({
      people: [{ fullName: 'Sami Trabelsi' }],
      messages: [{ text: 'See you tonight' }],
    })
  })

  it('are copied by the erasure of the reporter, who is no member of the conversation afterwards', async () => {
    const { id, teacher, student } = await connected()
    await write(teacher, id, 'See you tonight')
    const alertId = randomUUID()
    const concerns = { aboutUserId: teacher.userId, by: student.userId }
    await erase(student, [{ alertId, ...concerns }])
    await users.kafka.published('user.erased', student.userId, 1)
    await opened(alertId, concerns)
    expect(await copyOf(alertId)).toMatchObject({ messages: [{ text: 'See you tonight' }] })
  })

  it('say how much of them the copy has no place for', async () => {
    const { id, teacher, student } = await connected()
    await write(student, id, 'The oldest')
    for (let i = 0; i < 11; i++) {
      const other = await connected(teacher)
      await write(other.student, other.id, `Hello ${i}`)
      await write(teacher, other.id, 'Come alone')
    }
    const alertId = randomUUID()
    await opened(alertId, { aboutUserId: teacher.userId })
    const copy = await copyOf(alertId)
    expect(copy?.messages).toHaveLength(20)
    expect(JSON.stringify(copy)).not.toContain('The oldest')
    // the two conversations without messages for longest
    expect(copy?.omitted).toEqual({ conversations: 2, messages: 3 })
    const whole = randomUUID()
    await opened(whole, { connectionId: id })
    expect((await copyOf(whole))?.omitted).toBeUndefined()
  })
})
