import { forwardUpgrade, type UpgradeRequest } from '@darsi/kit/http/upgrade.ts'
import type { SocketRegistry } from './socket-registry.ts'
import type { TicketSeat } from './ticket-store.ts'

/** Connects a checked upgrade with the media engine's signalling, byte by byte. */
export function joinEngine(
  upgrade: UpgradeRequest,
  { url, seat, registry }: { url: string; seat: TicketSeat; registry: SocketRegistry },
): void {
  const close = forwardUpgrade(upgrade, { url, ended: () => remove() })
  const remove = registry.add({ ...seat, kind: 'media', close, follow: () => {} })
}
