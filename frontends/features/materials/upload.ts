import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { ApiError } from '@darsi/client/api/api-error.ts'
import type { Material } from '@darsi/contracts/calls/users/materials-api.ts'
import { pieceLimit, pieceType } from '@darsi/contracts/rules/files.ts'

/** Waits before the tries after a broken piece; then the person decides. */
const retryMs = [1000, 3000, 9000]

/** The upload of one file. After a failure `run` continues at the offset of the server. */
export type Upload = {
  run: (onProgress: (part: number) => void, signal: AbortSignal) => Promise<Material>
}

/** Sends a file in pieces by tus 1.0 (docs/adr/0021-resumable-uploads.md). */
export function createUpload(api: ApiClient, file: File, waits: readonly number[] = retryMs): Upload {
  let id: string | null = null
  /** The id once all pieces are sent. */
  let sent: string | null = null
  const begin = async (signal: AbortSignal) => {
    const body = { name: file.name.slice(-120), size: file.size }
    const { data } = await api.call('POST /materials/uploads', { body, signal })
    id = data.id
    return data
  }
  const state = async (signal: AbortSignal) =>
    id === null
      ? begin(signal)
      : (await api.call('GET /materials/uploads/:id', { params: { id }, signal })).data

  const sendRest = async (onProgress: (part: number) => void, signal: AbortSignal): Promise<string> => {
    const { id: upload, offset } = await state(signal)
    for (let at = offset; at < file.size; at += pieceLimit) {
      onProgress(at / file.size)
      const end = Math.min(at + pieceLimit, file.size)
      await api.response('PATCH /materials/uploads/:id', {
        params: { id: upload },
        body: file.slice(at, end, pieceType),
        headers: { 'Tus-Resumable': '1.0.0', 'Upload-Offset': String(at) },
        signal,
      })
    }
    onProgress(1)
    return upload
  }

  return {
    run: async (onProgress, signal) => {
      for (let tries = 0; ; tries++)
        try {
          // `finish` deletes the upload: after a lost answer, only a repeated `finish` gets the file
          sent ??= await sendRest(onProgress, signal)
          const params = { id: sent }
          return (await api.call('POST /materials/uploads/:id/finish', { params, signal })).data
        } catch (failure) {
          const wait = waits[tries]
          if (wait === undefined || !passes(failure)) throw failure
          await new Promise((resolve) => setTimeout(resolve, wait))
          signal.throwIfAborted()
        }
    },
  }
}

/** A connection that broke, a server that is away, or a piece whose answer was lost (409). */
function passes(failure: unknown): boolean {
  if (!(failure instanceof ApiError)) return false
  const { status, code } = failure
  return status === 0 || status >= 500 || (status === 409 && code === null)
}
