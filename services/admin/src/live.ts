import { splitKey } from '@darsi/contracts/calls/endpoint.ts'
import { type DarsiEvent, eventsWith, liveForAdminsOf } from '@darsi/contracts/events/events.ts'
import { type LiveKind, liveAdmins, liveChannel } from '@darsi/contracts/rules/live-kinds.ts'
import type { Consumes } from '@darsi/kit/events/consumer.ts'
import type { Route } from '@darsi/kit/http/route.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import type { Redis } from 'ioredis'

export type NotifyAdmins = (kind: LiveKind, id: string) => void

/** Changes of one kind within this time cause one message, so that a thousand registrations do not cause a thousand. */
const batchMs = 250

/** Tells the administrators' open dashboards, over the live streams of notifications, that data of a kind has changed. */
export function createNotifyAdmins(redis: Pick<Redis, 'publish'>, log: Pick<Log, 'warn'>): NotifyAdmins {
  const waiting = new Map<LiveKind, string>()
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    timer = undefined
    const batch = [...waiting]
    waiting.clear()
    for (const [kind, id] of batch)
      redis
        .publish(liveChannel(liveAdmins), JSON.stringify({ kind, id }))
        // a dashboard that misses a message reloads when its stream reconnects
        .catch((error: unknown) => log.warn({ err: error, kind }, 'administrators were not told'))
  }
  return (kind, id) => {
    waiting.set(kind, id)
    timer ??= setTimeout(flush, batchMs)
    timer.unref()
  }
}

/** Notifies the dashboards after the event's own handler, so that a reload reads the changed data. */
export function withLiveUpdates(table: Consumes, notify: NotifyAdmins): Consumes {
  const notifying: Record<string, (event: DarsiEvent) => Promise<void>> = {}
  for (const type of eventsWith('liveForAdmins')) {
    const kind = liveForAdminsOf(type)
    // `as`: the handler of exactly this type
    const handle = table[type] as ((event: DarsiEvent) => Promise<unknown>) | undefined
    notifying[type] = async (event) => {
      await handle?.(event)
      if (kind) notify(kind, event.subject)
    }
  }
  // `as`: every key is an event type, every handler takes any event
  return { ...table, ...(notifying as Consumes) }
}

const kindsByPath = {
  users: 'user',
  duplicates: 'user',
  connections: 'connection',
  upgrades: 'connection',
  cards: 'user',
  tickets: 'ticket',
  alerts: 'alert',
} as const satisfies Record<string, LiveKind>

/** Notifies the other administrators right after one of them changed something, before its event is consumed. */
export function withNotice(route: Route, notify: NotifyAdmins): Route {
  const { method, path } = splitKey(route.key)
  const part = /^\/admin\/(\w+)\//.exec(path)?.[1]
  // `as`: only looked up
  const kind = part === undefined ? undefined : (kindsByPath as Record<string, LiveKind>)[part]
  if (method === 'GET' || kind === undefined) return route
  return {
    ...route,
    handle: async (request, response, next) => {
      await route.handle(request, response, next)
      notify(kind, String(request.params['id'] ?? ''))
    },
  }
}
