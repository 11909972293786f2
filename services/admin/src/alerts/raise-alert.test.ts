import type { AlertSeverity } from '@darsi/contracts/calls/admin/safety-api.ts'
import type { EventInput } from '@darsi/contracts/events/events.ts'
import { expect, it } from '@jest/globals'
import { createRaiseAlert } from './raise-alert.ts'

const createdAt = new Date('2026-11-21T09:00:00Z')
const now = new Date('2026-11-21T10:00:00Z')

async function opened(severity: AlertSeverity): Promise<EventInput<'alert.opened'> | undefined> {
  const events: EventInput<'alert.opened'>[] = []
  const deps: Parameters<typeof createRaiseAlert>[0] = {
    alerts: {
      insert: async (_alert, event) => void events.push(event),
      takeMail: async () => true,
      removeGuardians: async () => {},
      erase: async () => {},
    },
    guardianships: { formerOf: async () => [], guardiansOf: async () => ['p1'] },
    users: {
      byIds: async () => [],
      administrators: async () => [],
      erasedSince: async () => [],
    },
    openEvidence: async () => {},
    connectionQueries: { byIds: async () => new Map(), ofLearners: async () => [], ofParty: async () => [] },
    lessons: { byIds: async () => new Map() },
  }
  const raiseAlert = createRaiseAlert(deps, () => now)
  await raiseAlert({
    _id: 'a1',
    reason: 'behaviour',
    severity,
    sealed: '',
    createdAt,
    childId: 'k1',
    by: 'p1',
  })
  return events[0]
}

it('a high alert pauses from the time of the shared clock, with which decisions are compared', async () => {
  expect((await opened('high'))?.data.stops).toEqual({ childId: 'k1', by: 'p1', at: now.toISOString() })
  expect((await opened('medium'))?.data.stops).toBeUndefined()
})
