import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { describe, expect, it } from '@jest/globals'
import { askServices } from './system-health.ts'

const well = () => ({ success: true })
const answers = {
  'GET /auth/profile': well,
  'GET /me/preferences': well,
  'GET /availability/alive': well,
  'GET /classroom/alive': well,
  'GET /statistics/basic': well,
  'GET /notifications': well,
}
const states = async (change: object = {}) => {
  const { api } = fakeApi({ ...answers, ...change })
  const asked = await askServices(api, new AbortController().signal)
  return Object.fromEntries(asked.map(({ name, isUp }) => [name, isUp]))
}

describe('the check of the services', () => {
  it('sends each a call that a super-admin may make', async () => {
    expect(await states()).toEqual({
      auth: true,
      users: true,
      availability: true,
      classroom: true,
      admin: true,
      notifications: true,
    })
  })

  it('fails when only the gateway answers, with a refusal or without the service', async () => {
    for (const status of [403, 503]) {
      const refused = () => {
        throw Object.assign(new Error('refused'), { status })
      }
      expect(await states({ 'GET /availability/alive': refused })).toMatchObject({
        availability: false,
        users: true,
      })
    }
  })
})
