import type { ApiClient } from '../api/api-client.ts'
import type { ApiError } from '../api/api-error.ts'

/** An event as a live stream writes it. */
export const eventText = (kind: string, id: string, at = '1') =>
  `id: ${at}\nevent: ${kind}\ndata: ${JSON.stringify({ kind, id })}\n\n`

/** A server whose live streams are controlled by the test. */
export function streamServer() {
  const opened: {
    /** The event that the stream continues after. */
    resumed: string | undefined
    say: (text: string) => void
    end: () => void
    isOpen: boolean
  }[] = []
  let refusal: ApiError | null = null
  let asked = 0
  const response = async (
    _key: string,
    options: { signal: AbortSignal; headers?: Record<string, string> },
  ) => {
    asked++
    if (refusal) throw refusal
    const text = new TextEncoder()
    let stream: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        stream = controller
      },
    })
    const one = {
      resumed: options.headers?.['Last-Event-ID'],
      say: (said: string) => stream?.enqueue(text.encode(said)),
      end: () => stream?.close(),
      isOpen: true,
    }
    options.signal.addEventListener('abort', () => {
      if (one.isOpen) stream?.error(new Error('aborted'))
      one.isOpen = false
    })
    opened.push(one)
    return { body } as Response
  }
  return {
    // `as`: the live stream makes only this call
    api: { response } as Pick<ApiClient, 'response'>,
    opened,
    asked: () => asked,
    refuse: (error: ApiError | null) => {
      refusal = error
    },
  }
}
