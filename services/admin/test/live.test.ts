import { randomUUID } from 'node:crypto'
import { liveAdmins, liveChannel } from '@darsi/contracts/rules/live-kinds.ts'
import { eventually, someone, testServers } from '@darsi/kit/testing/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Redis } from 'ioredis'
import { type Admin, start } from './world.ts'

let admin: Admin
let redis: Redis
const heard: { kind: string; id: string }[] = []
beforeAll(async () => {
  admin = await start()
  redis = new Redis(testServers().redisUrl)
  redis.on('message', (_, text) => heard.push(JSON.parse(text)))
  await redis.subscribe(liveChannel(liveAdmins))
})
afterAll(async () => {
  redis.disconnect()
  await admin.close()
})

const hears = (kind: string, id: string) =>
  eventually(() => heard.some((one) => one.kind === kind && one.id === id))

const registered = () => admin.account({ role: 'teacher', status: 'pending', fullName: 'Live Person' })

describe('the administrators’ dashboards', () => {
  it('receive an update about a registration once the list shows it, with kind and id only', async () => {
    const id = await registered()
    await hears('user', id)
    const { body } = await admin.call(`GET /admin/users?q=${id}`, { as: someone('admin') })
    expect(body['total']).toBe(1)
    expect(heard.every((one) => Object.keys(one).join() === 'kind,id')).toBe(true)
  })

  it('receive updates about each other’s decisions, and the next read shows them', async () => {
    const id = await registered()
    await hears('user', id)
    heard.length = 0
    const as = someone('admin')
    await admin.call(`PUT /admin/users/${id}/status`, { as, body: { status: 'approved', notes: '' } })
    const { body } = await admin.call(`GET /admin/users?q=${id}`, { as: someone('admin') })
    expect(body['data']).toMatchObject([{ status: 'approved' }])
    await hears('user', id)
  })

  it('receive updates about contact messages and reports', async () => {
    const email = `${randomUUID()}@example.tn`
    const body = { name: 'A', email, userType: 'parent', subject: 'general', message: 'Hello' }
    await admin.call('POST /contact', { body, ip: '198.51.100.77' })
    const ticket = await admin.tickets.collection.findOne({ email })
    await hears('ticket', ticket?._id ?? '')
    await admin.call('POST /safety/reports', {
      as: someone('parent'),
      body: { reason: 'danger', text: 'Please look' },
    })
    await eventually(() => heard.some(({ kind }) => kind === 'alert'))
  })
})
