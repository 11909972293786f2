import { readGauge } from '@darsi/kit/observability/metrics.ts'
import type { Registry } from 'prom-client'
import type { MediaEngine } from '../media/engine.ts'
import type { Rooms } from '../rooms/room-store.ts'
import type { Seats } from '../rooms/seat-store.ts'
import type { SocketRegistry } from './socket-registry.ts'

type Watched = {
  rooms: Rooms
  seats: Seats
  registry: SocketRegistry
  engine: Pick<MediaEngine, 'state' | 'url'>
}

const recentMs = 60_000

/** Metrics: rooms by state, line quality, sockets of this process and the media engine. */
export function watchRooms(metrics: Registry, { rooms, seats, registry, engine }: Watched): void {
  const byState = {
    name: 'classroom_rooms',
    help: 'Rooms with somebody present.',
    labelNames: ['state'],
  }
  readGauge(metrics, byState, () =>
    Promise.all(
      (['lobby', 'live', 'held'] as const).map(async (state) => ({
        value: await rooms.countDocuments({
          state,
          // a live room that everybody left stays open until its end
          'present.0': { $exists: true },
          // every open room has a timer; without its index the count would read all rooms of the year
          dueAt: { $type: 'date' },
        }),
        labels: { state },
      })),
    ),
  )
  const byLine = {
    name: 'classroom_lines',
    help: 'Lines measured in the last minute, by quality.',
    labelNames: ['quality'],
  }
  readGauge(metrics, byLine, () =>
    Promise.all(
      (['good', 'poor', 'lost'] as const).map(async (quality) => ({
        value: await seats.countDocuments({
          lineNow: quality,
          lineAt: { $gt: new Date(Date.now() - recentMs) },
        }),
        labels: { quality },
      })),
    ),
  )
  const sockets = { name: 'classroom_sockets', help: 'Open sockets of this process.' }
  readGauge(metrics, sockets, async () => [{ value: registry.count() }])
  const ready = {
    name: 'classroom_media_ready',
    help: '1 while the media engine answers; absent without one.',
  }
  readGauge(metrics, ready, async () => (engine.url ? [{ value: engine.state() === 'ready' ? 1 : 0 }] : []))
}
