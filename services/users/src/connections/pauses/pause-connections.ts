import { type UpdateParts, updateConnection } from '../update-connection.ts'
import { type AlertPause, connectionsToPause, pause, type Stop } from './connection-pause.ts'
import type { HandledAlertStore } from './handled-alert-store.ts'

type Parts = UpdateParts & { handledAlerts: HandledAlertStore }

/** An alert that paused the pair between the check and the write did not see this request. */
export async function pauseLikePair(
  parts: UpdateParts,
  { data }: { data: { connectionId: string } },
): Promise<void> {
  const { connections, now } = parts
  const request = await connections.find(data.connectionId)
  const paused = request && (await connections.findPausedPair(request))?.pause
  if (paused) await updateConnection(parts, request._id, (found) => pause(found, paused, now()))
}

/** Pauses the connections that a high alert concerns; repeated or interrupted, it ends with the same result. */
export async function pauseForAlert(
  parts: Parts,
  alertId: string,
  alert: AlertPause,
  stop: Stop,
): Promise<void> {
  const { connections, handledAlerts, now } = parts
  if (await handledAlerts.has(alertId)) return
  const named = alert.connectionId ? await connections.find(alert.connectionId) : null
  const { connectionId, childId, aboutUserId, by } = alert
  const ids = [connectionId, childId, aboutUserId, by, named?.childId, named?.studentId].filter(
    (id) => typeof id === 'string',
  )
  // read again after writing, to find a request that was made meanwhile
  for (let count = 1; count > 0; ) {
    const concerned = connectionsToPause(alert, await connections.involving(ids))
    const left = concerned.filter((connection) => pause(connection, stop, now()))
    for (const { _id } of left)
      await updateConnection(parts, _id, (connection) => pause(connection, stop, now()))
    count = left.length
  }
  await handledAlerts.add(alertId, now())
}
