import { isLiveKind, type LiveEvent } from '@darsi/contracts/rules/live-kinds.ts'
import { createParser } from 'eventsource-parser'
import { within } from '../api/within.ts'

/**
 * Reports each live event of a stream and ignores other data.
 * @throws Error if nothing, not even a heartbeat, arrives for `silenceMs`: a broken connection does not end the stream
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  heard: (event: LiveEvent, lastEventId: string) => void,
  silenceMs: number,
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const parser = createParser({
    onEvent: ({ data, id = '' }) => {
      const event = eventIn(data)
      if (event) heard(event, id)
    },
  })
  try {
    for (;;) {
      const read = await within(silenceMs, reader.read())
      if (read === null) throw new Error('the live stream is silent')
      const { done, value } = read
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

function eventIn(data: string): LiveEvent | null {
  try {
    const value: unknown = JSON.parse(data)
    if (typeof value !== 'object' || value === null || !('kind' in value) || !('id' in value)) return null
    const { kind, id } = value
    return isLiveKind(kind) && typeof id === 'string' ? { kind, id } : null
  } catch {
    return null
  }
}
