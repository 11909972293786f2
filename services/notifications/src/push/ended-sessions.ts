import { createEndedReader } from '@darsi/kit/identity/revocations.ts'
import type { Redis } from 'ioredis'
import type { Device } from './device-store.ts'

/** Which devices belong to sessions that ended. */
export function createEndedDevices(redis: Redis): (devices: readonly Device[]) => Promise<Device[]> {
  const read = createEndedReader(redis)
  return (devices) =>
    read(devices, ({ sessionId, userId, createdAt }) => ({
      sessionId,
      userId,
      openedAt: createdAt.getTime(),
    }))
}
