import { expect, it } from '@jest/globals'
import { refuseUndeclared } from './service.ts'

const handle = async () => undefined

it('a service does not start with a consumer of an event that the brokers would refuse it', () => {
  expect(() => refuseUndeclared('admin', { 'session.over-long-attempted': handle })).not.toThrow()
  expect(() => refuseUndeclared('users', { 'session.over-long-attempted': handle })).toThrow(
    'users consumes session.over-long-attempted',
  )
})
