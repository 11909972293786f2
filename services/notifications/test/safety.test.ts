import { randomUUID } from 'node:crypto'
import { dataOf, eventually, someone as identity } from '@darsi/kit/testing/testing.ts'
import { expect, it } from '@jest/globals'
import { type Person, someone, startForAll } from './world.ts'

const { sink, world } = await startForAll()

const times = { dueAt: '2026-12-01T11:00:00.000Z', at: '2026-12-01T09:00:00.000Z' }
const investigateBy = '2026-12-02T09:00:00.000Z'
const named = (person: Person) => ({
  userId: person.id,
  email: person.email,
  fullName: 'Salma Trabelsi',
  language: 'fr' as const,
})
const kindsOf = async (person: Person) => {
  return dataOf<{ kind: string }[]>(
    await world.call('GET /notifications', { as: identity('parent', person.id) }),
  ).map(({ kind }) => kind)
}
const rawTo = async (email: string, what: string) =>
  eventually(() => sink.to(email).find(({ raw }) => raw.replace(/=\r?\n/g, '').includes(what))?.raw)

it('a safety alert reaches guardians and the team, with its deadline and the delegate only', async () => {
  const [guardian, admin] = [someone(), someone()]
  const alertId = randomUUID()
  const about = { alertId, reason: 'danger', severity: 'high' as const }
  await world.kafka.publish('admin', alertId, 1, {
    type: 'alert.opened',
    data: {
      ...about,
      minor: true,
      aboutIds: [],
      guardianIds: [guardian.id],
      governorateId: 12,
      investigateBy,
      ...times,
    },
    personal: { guardians: [named(guardian)] },
  })
  expect((await world.settled(guardian)).kind).toBe('safety-alert')
  expect(await kindsOf(guardian)).toEqual(['safety-alert'])
  const raw = await rawTo('support@darsi.example', 'Sousse')
  expect(raw).toContain('1 d=C3=A9c. 2026')
  await world.kafka.publish('admin', alertId, 2, {
    type: 'alert.escalated',
    data: { ...about, stage: 'answer', governorateId: 12, ...times },
    personal: { admins: [named(admin)] },
  })
  expect((await world.settled(admin)).kind).toBe('safety-escalated')
})

it('the reporter is notified that the report is being handled, and of its end', async () => {
  const reporter = someone()
  const alertId = randomUUID()
  const data = { alertId, by: 'root', guardianIds: [] }
  await world.kafka.publish('admin', alertId, 1, {
    type: 'alert.answered',
    data: { ...data, investigateBy, at: times.at },
    personal: { reporter: named(reporter) },
  })
  expect((await world.settled(reporter)).kind).toBe('safety-answered')
  await world.kafka.publish('admin', alertId, 2, {
    type: 'alert.resolved',
    data: { ...data, reporterId: reporter.id, at: times.at },
  })
  await eventually(async () => (await kindsOf(reporter)).length === 2)
  expect((await kindsOf(reporter))[0]).toBe('safety-resolved')
})

it('what an administrator wrote from an alert is mailed to that person, in the own language, and answered to the team', async () => {
  const guardian = someone()
  const alertId = randomUUID()
  await world.kafka.publish('admin', alertId, 1, {
    type: 'alert.message-sent',
    data: { alertId, by: 'root', to: guardian.id, at: times.at },
    personal: { recipient: named(guardian), text: 'Pouvez-vous nous appeler ?' },
  })
  expect((await world.settled(guardian)).kind).toBe('safety-message')
  expect(await kindsOf(guardian)).toEqual(['safety-message'])
  const raw = await rawTo(guardian.email, 'Pouvez-vous nous appeler')
  expect(raw).toMatch(/Reply-To:.*support@darsi\.example/)
})
