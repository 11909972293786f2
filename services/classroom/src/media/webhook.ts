import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Log } from '@darsi/kit/observability/log.ts'
import type { RoomStore } from '../rooms/room-store.ts'
import type { SeatStore } from '../rooms/seat-store.ts'
import type { MediaEngine } from './engine.ts'

type Parts = {
  engine: Pick<MediaEngine, 'news'>
  rooms: Pick<RoomStore, 'settle'>
  seats: Pick<SeatStore, 'see'>
  now: () => Date
}

const webhookPath = '/media/webhook'
const maxBytes = 64 * 1024

/** Webhooks of the media engine, which signs them and does not use the gateway; other requests go to `app`. */
export function withWebhook(app: RequestListener, parts: Parts, log: Pick<Log, 'warn'>): RequestListener {
  return (request, response) => {
    if (request.url !== webhookPath || request.method !== 'POST') app(request, response)
    else void take(parts, request, response, log)
  }
}

async function take(
  { engine, seats, rooms, now }: Parts,
  request: IncomingMessage,
  response: ServerResponse,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  let news: Awaited<ReturnType<typeof engine.news>>
  try {
    news = await engine.news(await bodyOf(request), request.headers.authorization)
  } catch (error) {
    log.warn({ err: error }, 'webhook refused')
    response.writeHead(401).end()
    return
  }
  try {
    // both types prove presence until now, also `left`
    if (news) {
      await seats.see(news.seat, now())
      await rooms.settle(news.seat.sessionId)
    }
    response.writeHead(204).end()
  } catch (error) {
    // the engine repeats it, and the list every four to six seconds has the same information
    log.warn({ err: error }, 'webhook not applied')
    response.writeHead(503).end()
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > maxBytes) throw new Error('webhook too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
