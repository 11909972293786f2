import { get, type IncomingMessage } from 'node:http'
import type { LiveEvent } from '@darsi/contracts/rules/live-kinds.ts'

/** Reads a live stream. Not with `fetch`: after an abort it opens a connection that it never uses. */
export async function readEvents(url: string, headers: Record<string, string>) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers, agent: false }, resolve).on('error', reject)
  })
  const events: (LiveEvent & { at: string })[] = []
  let closedAt = 0
  let text = ''
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    text += chunk
    const frames = text.split('\n\n')
    text = frames.pop() ?? ''
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame)?.[1]
      if (data) events.push({ ...JSON.parse(data), at: /^id: (.*)$/m.exec(frame)?.[1] ?? '' })
    }
  })
  response.on('error', () => undefined)
  response.on('close', () => {
    closedAt = Date.now()
  })
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    kinds: () => events.map(({ kind }) => kind),
    closedAt: () => closedAt,
    close: () => response.destroy(),
  }
}
