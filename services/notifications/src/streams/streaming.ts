import { randomUUID } from 'node:crypto'
import { isAdmin } from '@darsi/contracts/reference/roles.ts'
import { liveAdmins, liveHeartbeatMs } from '@darsi/contracts/rules/live-kinds.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { markOnline } from '@darsi/kit/identity/presence.ts'
import { createEndedReader } from '@darsi/kit/identity/revocations.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import type { Request, Response } from 'express'
import type { Redis } from 'ioredis'
import type { NoticeStore } from '../notices/notice-store.ts'
import { frameOf, heartbeatFrame, helloFrame, resumeFrom } from './frames.ts'
import { createLive } from './live.ts'
import { createOpenStreams, type Stream } from './open-streams.ts'
import { createPlaces } from './places.ts'

/** Shorter than an access token's life, so that a reconnection needs a new token. */
const lifeMs = 9 * 60_000
/** Auth publishes ended sessions; this finds those whose message was lost. */
const checkMs = 30_000
const retryMs = 2000
/** A client that does not read is disconnected, because its queue uses our memory. */
const mostWaitingBytes = 64 * 1024

type Options = {
  redis: Redis
  redisUrl: string
  /** Prefix of every Redis key and channel. */
  prefix?: string
  notices: Pick<NoticeStore, 'since'>
  log: Log
  /** The shared clock (server-clock.ts): a client may go on at another process. */
  now: () => number
}

export type Streaming = ReturnType<typeof createStreaming>

/** The live streams of this process; other replicas have their own. */
export function createStreaming({ redis, redisUrl, prefix = '', notices, log, now }: Options) {
  const open = createOpenStreams()
  const live = createLive({
    redis,
    redisUrl,
    prefix,
    log,
    onUpdate: (userId, event) => {
      for (const stream of open.of(userId)) stream.send(event)
    },
    onRevoked: (key) => void closeEnded(open.underKey(key)),
    onGap: () => {
      for (const stream of open.all()) stream.send({ kind: 'sync', id: stream.id })
      void closeEnded(open.all())
    },
  })
  const places = createPlaces(redis, prefix, (userId) => open.of(userId).length)
  const endedAmong = createEndedReader(redis)

  const beat = setInterval(() => {
    const at = now()
    for (const stream of open.all()) {
      if (at - stream.openedAt > lifeMs) stream.close()
      else stream.beat()
    }
    void places.keep(open.all(), at)
    void markOnline(redis, shownOnline(open.all()), prefix)
  }, liveHeartbeatMs)
  const closeEnded = async (streams: readonly Stream[]) => {
    try {
      for (const stream of await endedAmong(streams, (stream) => stream)) stream.close()
    } catch (error) {
      log.warn({ err: error }, 'ended sessions are not known')
    }
  }
  const check = setInterval(() => void closeEnded(open.all()), checkMs)

  return {
    publishLive: live.publishLive,
    open: open.count,

    /** Opens a stream. @throws problem `rate-limited` above the limit */
    serve: async (identity: Identity, request: Request, response: Response): Promise<void> => {
      const { userId, sessionId, role } = identity
      const at = now()
      const channels = isAdmin(role) ? [userId, liveAdmins] : [userId]
      const who = { userId, showsOnline: role === 'teacher', channels, sessionId }
      const stream = streamTo(response, { id: randomUUID(), ...who, openedAt: at }, now)
      await places.take(stream, at)
      // the client left meanwhile: `close` was already emitted, so nothing would ever remove the stream
      if (response.destroyed) return places.release(stream)
      response.on('close', () => {
        for (const channel of open.remove(stream)) live.leave(channel)
        void places.release(stream)
      })
      response.writeHead(200, streamHeaders)
      response.write(helloFrame(retryMs))
      open.add(stream)
      void markOnline(redis, shownOnline([stream]), prefix)
      // subscribes first and reads then: repeats are possible, gaps are not
      await Promise.all(channels.map(live.follow))
      // the session may have ended between the gateway's check and this subscription
      await closeEnded([stream])
      const since = resumeFrom(request.get('last-event-id'), at)
      if (since)
        for (const { _id: id } of await notices.since(userId, since)) stream.send({ kind: 'notice', id })
      if (since) stream.send({ kind: 'sync', id: stream.id })
    },

    /** Lets all clients reconnect to another process. */
    stop: () => {
      clearInterval(beat)
      clearInterval(check)
      for (const stream of open.all()) stream.close()
      live.close()
    },
  }
}

const shownOnline = (streams: readonly Stream[]): string[] => [
  ...new Set(streams.filter(({ showsOnline }) => showsOnline).map(({ userId }) => userId)),
]

const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
}

function streamTo(
  response: Response,
  who: Pick<Stream, 'id' | 'userId' | 'showsOnline' | 'channels' | 'sessionId' | 'openedAt'>,
  now: Options['now'],
): Stream {
  const write = (text: string) => {
    if (response.writableEnded || response.destroyed) return
    response.write(text)
    if (response.writableLength > mostWaitingBytes) response.destroy()
  }
  return {
    ...who,
    send: (event) => write(frameOf(event, now())),
    beat: () => write(heartbeatFrame),
    close: () => {
      response.end()
      // a client that does not read would keep the connection open
      setTimeout(() => response.destroy(), 1000).unref()
    },
  }
}
