import { forwardUpgrade, type UpgradeRequest } from '@darsi/kit/http/upgrade.ts'
import type { SeatOfTab } from '../rooms/seat.ts'
import type { SocketRegistry } from './socket-registry.ts'

/** Connects a checked upgrade with the media engine's signalling, byte by byte. */
export function joinEngine(
  upgrade: UpgradeRequest,
  { url, seat, registry }: { url: string; seat: SeatOfTab; registry: SocketRegistry },
): void {
  const close = forwardUpgrade(upgrade, { url, ended: () => remove() })
  const remove = registry.add({ ...seat, kind: 'media', close, follow: () => {} })
}
