import { splitKey } from '@darsi/contracts/endpoint.ts'
import type { DarsiEvent, EventType } from '@darsi/contracts/events.ts'
import { type LiveKind, liveAdmins, liveChannel } from '@darsi/contracts/live.ts'
import type { Consumes } from '@darsi/kit/consumer.ts'
import type { Log } from '@darsi/kit/log.ts'
import type { Route } from '@darsi/kit/route.ts'
import type { Redis } from 'ioredis'

export type TellAdmins = (kind: LiveKind, id: string) => void

/** A burst, such as a thousand registrations, is told once in this time. */
const burstMs = 250

/** Tells the administrators' open dashboards that something of a kind changed, by the streams of notifications. */
export function createTelling(redis: Pick<Redis, 'publish'>, log: Pick<Log, 'warn'>): TellAdmins {
  const waiting = new Map<LiveKind, string>()
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    timer = undefined
    const told = [...waiting]
    waiting.clear()
    for (const [kind, id] of told)
      redis
        .publish(liveChannel(liveAdmins), JSON.stringify({ kind, id }))
        // what is missed is read when the stream comes back
        .catch((error: unknown) => log.warn({ err: error, kind }, 'administrators were not told'))
  }
  return (kind, id) => {
    waiting.set(kind, id)
    timer ??= setTimeout(flush, burstMs)
    timer.unref()
  }
}

/** Which part of the dashboards an event changes. */
const kinds: { readonly [K in EventType]?: LiveKind } = {
  'user.registered': 'user',
  'user.invited': 'user',
  'user.verified': 'user',
  'user.email-changed': 'user',
  'user.profile-changed': 'user',
  'user.approved': 'user',
  'user.suspended': 'user',
  'user.reinstated': 'user',
  'user.reopened': 'user',
  'user.taken': 'user',
  'user.given-back': 'user',
  'duplicate.reviewed': 'user',
  'duplicate.dismissed': 'user',
  'duplicate.merged': 'user',
  'duplicate.merge-undone': 'user',
  'user.deletion-requested': 'user',
  'user.erased': 'user',
  'connection.requested': 'connection',
  'connection.agreed': 'connection',
  'connection.approved': 'connection',
  'connection.declined': 'connection',
  'connection.cancelled': 'connection',
  'connection.expiring': 'connection',
  'connection.expired': 'connection',
  'connection.ended': 'connection',
  'connection.reviewed': 'connection',
  'upgrade.requested': 'connection',
  'upgrade.reviewed': 'connection',
  'session.booked': 'lesson',
  'session.moved': 'lesson',
  'session.cancelled': 'lesson',
  'session.completed': 'lesson',
  'session.no-show': 'lesson',
  'contact.received': 'ticket',
  'contact.overdue': 'ticket',
  'contact.answered': 'ticket',
  'contact.closed': 'ticket',
  'alert.opened': 'alert',
  'alert.answered': 'alert',
  'alert.resolved': 'alert',
}

/** Tells of an event once its own handler is done, so that whoever looks again sees it. */
export function withLive(table: Consumes, tell: TellAdmins): Consumes {
  const told: Record<string, (event: DarsiEvent) => Promise<void>> = {}
  for (const [type, kind] of Object.entries(kinds)) {
    // `as`: the handler of exactly this type
    const handle = table[type as EventType] as ((event: DarsiEvent) => Promise<unknown>) | undefined
    told[type] = async (event) => {
      await handle?.(event)
      tell(kind, event.subject)
    }
  }
  // `as`: every key is an event type, every handler takes any event
  return { ...table, ...(told as Consumes) }
}

const parts = {
  users: 'user',
  duplicates: 'user',
  connections: 'connection',
  upgrades: 'connection',
  tickets: 'ticket',
  alerts: 'alert',
} as const satisfies Record<string, LiveKind>

/** What one administrator does is told to the others at once, before its event has made its way. */
export function telling(route: Route, tell: TellAdmins): Route {
  const { method, path } = splitKey(route.key)
  const part = /^\/admin\/(\w+)\//.exec(path)?.[1]
  // `as`: only looked up
  const kind = part === undefined ? undefined : (parts as Record<string, LiveKind>)[part]
  if (method === 'GET' || kind === undefined) return route
  return {
    ...route,
    handle: async (request, response, next) => {
      await route.handle(request, response, next)
      tell(kind, String(request.params['id'] ?? ''))
    },
  }
}
