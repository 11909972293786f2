import { asDocument } from '@darsi/kit/mongo/collection.ts'
import { someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { seedDemoAlerts, settlePastAlerts } from '../src/demo/demo-alerts.ts'
import { seedDemoTickets } from '../src/demo/demo-tickets.ts'
import type { UserRow } from '../src/people/user-row.ts'
import { worldOfFile } from './world.ts'

const admin = await worldOfFile()

const now = new Date()
const people = [3, 4, 5, 6].map((number) => `demo-teacher-${number}`)
const learners = [4, 7, 8, 14].map((number) => `demo-student-${number}`)
const totals = async (path: string) =>
  (await admin.call(`GET /admin/${path}`, { as: someone('admin') })).body['total']

describe('a demo with a history', () => {
  it('waits until its accounts exist', async () => {
    expect(await seedDemoTickets(admin, now)).toBe(null)
    expect(await seedDemoAlerts(admin, now)).toBe(false)
  })

  it('has tickets and alerts in all states, within the promised times, and creates each once', async () => {
    for (const _id of ['demo-admin', ...people, ...learners])
      await admin.users.collection.insertOne(
        asDocument<UserRow>({
          ...{ _id, status: 'approved', createdAt: now, erasure: null, erasedAt: null },
          ...{ email: `${_id}@example.tn`, fullName: 'Karim Jaziri', language: 'fr' },
        }),
      )
    for (const _restart of [1, 2]) {
      const madeAt = await seedDemoTickets(admin, new Date())
      expect(Math.abs((madeAt?.getTime() ?? 0) - now.getTime())).toBeLessThan(60_000)
      expect(await seedDemoAlerts(admin, now)).toBe(true)
      await settlePastAlerts(admin, now)
    }
    expect(await totals('tickets?status=new')).toBe(3)
    expect(await totals('tickets?status=answered')).toBe(3)
    expect(await totals('tickets?status=closed')).toBe(4)
    expect(await totals('alerts?status=open')).toBe(2)
    const resolved = await admin.alerts.collection.find({ status: 'resolved' }).toArray()
    expect(resolved).toHaveLength(2)
    for (const { answeredAt, dueAt, resolvedAt, investigateBy } of resolved) {
      expect(answeredAt?.getTime()).toBeLessThan(dueAt.getTime())
      expect(resolvedAt?.getTime()).toBeLessThan(investigateBy.getTime())
    }
  })
})
