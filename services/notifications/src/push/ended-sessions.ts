import { createRevocationReader, isOver } from '@darsi/kit/identity/revocations.ts'
import type { Redis } from 'ioredis'
import type { Device } from './device-store.ts'

/** Which devices belong to sessions that ended, as the gateway knows it; none while Redis does not. */
export function createEndedDevices(redis: Redis): (devices: readonly Device[]) => Promise<Device[]> {
  const read = createRevocationReader(redis)
  return async (devices) => {
    if (devices.length === 0 || redis.status !== 'ready') return []
    const found = await read(devices)
    if (!found) return []
    return devices.filter(({ createdAt }, index) => {
      const { session, before } = found[index] ?? {}
      return isOver({ openedAt: createdAt.getTime() }, session, before)
    })
  }
}
