import type { ClassroomRights } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import {
  AccessToken,
  RoomServiceClient,
  TokenVerifier,
  TrackSource,
  TwirpError,
  type VideoGrant,
  WebhookReceiver,
} from 'livekit-server-sdk'
import { identityOf, type MediaEngine, type MediaNews, type MediaState, seatOf } from './engine.ts'

type Options = { url: string | undefined; key: string; secret: string; log: Pick<Log, 'warn'> }

/** For joining only: participants get new tokens from the engine itself. */
const tokenLife = '2m'
const probeMs = 3000
/** A local start builds the engine once; after this time it counts as unavailable. */
const preparingMs = 15 * 60_000
/** Longer than a connection may be lost without losing the seat; the service itself closes the room. */
const emptySeconds = 3600

export function createLiveKit({ url, key, secret, log }: Options): MediaEngine {
  const started = Date.now()
  const rooms = new RoomServiceClient(url ?? 'http://127.0.0.1', key, secret, { requestTimeout: 5 })
  const tokens = new TokenVerifier(key, secret)
  const webhooks = new WebhookReceiver(key, secret)
  let state: MediaState = url ? 'preparing' : 'unavailable'
  const probe = async () => {
    if (url) state = await stateOf(url, state, Date.now() - started)
  }
  const stop = repeat({ everyMs: probeMs, work: probe, log, failed: 'media engine not asked' })

  return {
    state: () => state,
    url: url ?? null,
    tokenFor: (seat, rights) => {
      const token = new AccessToken(key, secret, { identity: identityOf(seat), ttl: tokenLife })
      token.addGrant(grantOf(seat.sessionId, rights))
      return token.toJwt()
    },
    holderOf: async (token) => {
      try {
        const { sub, video } = await tokens.verify(token, 0)
        return video?.roomJoin && video.room && sub ? seatOf(video.room, sub) : null
      } catch {
        return null
      }
    },
    open: async (sessionId) => {
      const patience = { emptyTimeout: emptySeconds, departureTimeout: emptySeconds }
      await rooms.createRoom({ name: sessionId, ...patience, maxParticipants: 12 })
    },
    close: (sessionId) => ignoringMissing(rooms.deleteRoom(sessionId)),
    list: async (sessionId) =>
      (await rooms.listParticipants(sessionId)).flatMap(({ identity }) => seatOf(sessionId, identity) ?? []),
    remove: (seat) => ignoringMissing(rooms.removeParticipant(seat.sessionId, identityOf(seat))),
    news: async (body, authorization) => {
      const { event, room, participant } = await webhooks.receive(body, authorization)
      const type = newsTypes.get(event)
      const seat = room && participant ? seatOf(room.name, participant.identity) : null
      return type && seat ? { seat, type } : null
    },
    stop: () => void stop(),
  }
}

/** No participant may be hidden, record, or change other people's permissions. */
export function grantOf(sessionId: string, { speak, shareScreen }: ClassroomRights): VideoGrant {
  const own = [TrackSource.MICROPHONE, TrackSource.CAMERA]
  const screen = [TrackSource.SCREEN_SHARE, TrackSource.SCREEN_SHARE_AUDIO]
  return {
    ...{ roomJoin: true, room: sessionId, canSubscribe: true, canPublish: speak },
    canPublishSources: shareScreen ? [...own, ...screen] : own,
    ...{ canPublishData: false, canUpdateOwnMetadata: false, hidden: false, recorder: false },
  }
}

const newsTypes: ReadonlyMap<string, MediaNews['type']> = new Map([
  ['participant_joined', 'joined'],
  ['participant_left', 'left'],
])

async function stateOf(url: string, before: MediaState, waitedMs: number): Promise<MediaState> {
  try {
    await fetch(url, { signal: AbortSignal.timeout(2000) })
    return 'ready'
  } catch {
    return before === 'preparing' && waitedMs < preparingMs ? 'preparing' : 'unavailable'
  }
}

async function ignoringMissing(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof TwirpError && error.code === 'not_found')) throw error
  }
}
