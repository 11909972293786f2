import { expect, it } from '@jest/globals'
import { eventIdOf } from '../../events/event-definition.ts'
import { auditApi } from './audit-api.ts'

it('an entry of the audit log may have the id of an event about a connection', () => {
  const subject = 'd117c952e2e36350f8b213a2765e6a075f19267dc295700692b4ed6cf2705bf8'
  const entry = {
    id: eventIdOf({ producer: 'users', subject, sequence: 1, type: 'connection.requested' }),
    ...{ action: 'connection.requested', by: 'p', byName: 'Leila', target: subject },
    ...{ targetKind: 'connection', targetName: 'Sami', targetAt: null, at: '2026-11-24T16:02:00Z' },
  }
  const { answer } = auditApi['GET /admin/activity']
  expect(answer.parse({ success: true, data: [entry] }).data).toEqual([entry])
})
