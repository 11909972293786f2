import { isLiveKind, type LiveEvent } from '@darsi/contracts/rules/live-kinds.ts'
import { createParser } from 'eventsource-parser'

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
      const { done, value } = await within(silenceMs, reader.read())
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the live stream is silent')), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
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
