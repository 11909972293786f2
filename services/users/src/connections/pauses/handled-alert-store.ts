import { collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'

/**
 * Alerts whose connections are paused. Without it a replayed event would pause connections that were requested since.
 * An alert is added last, so an interrupted one is handled again.
 */
export function createHandledAlertStore(database: Connection) {
  const alerts = collection<{ _id: string; at: Date }>(database, 'stops')

  return {
    has: async (alertId: string): Promise<boolean> => (await alerts.findOne({ _id: alertId })) !== null,
    add: async (alertId: string, at: Date): Promise<void> => {
      await insertOnce(alerts, { _id: alertId, at })
    },
  }
}

export type HandledAlertStore = ReturnType<typeof createHandledAlertStore>
