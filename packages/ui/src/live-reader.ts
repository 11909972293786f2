import { isLiveKind, type LiveEvent } from '@darsi/contracts/live.ts'

/** Finds whole server-sent events in pieces of text; what is not one of ours is left out. */
export function createFrameReader(heard: (event: LiveEvent, lastEventId: string) => void) {
  let rest = ''
  return (piece: string): void => {
    const frames = (rest + piece).replaceAll('\r\n', '\n').split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) {
      const event = eventIn(field(frame, 'data'))
      if (event) heard(event, field(frame, 'id'))
    }
  }
}

/** @throws Error when nothing comes for `silenceMs`: a line that was cut says nothing of it */
export async function readLines(
  body: ReadableStream<Uint8Array>,
  take: (piece: string) => void,
  silenceMs: number,
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await within(silenceMs, reader.read())
      if (done) return
      take(decoder.decode(value, { stream: true }))
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

function field(frame: string, name: string): string {
  const line = frame.split('\n').find((each) => each.startsWith(`${name}:`))
  return line?.slice(name.length + 1).trim() ?? ''
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
