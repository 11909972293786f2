import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { ApiError } from '@darsi/client/api/api-error.ts'
import type { Material } from '@darsi/contracts/calls/users/materials-api.ts'
import { pieceLimit, pieceType, sendableName } from '@darsi/contracts/rules/files.ts'

/** Waits before the tries after a piece that broke; then the person decides. */
const retryMs = [1000, 3000, 9000, 20_000]

/** The upload of one file. After a failure `run` continues at the offset of the server. */
export type Upload<T> = {
  run: (onProgress: (part: number) => void, signal: AbortSignal) => Promise<T>
  /** Frees its place at the server. */
  remove: () => Promise<void>
}

type Finish<T> = (id: string, signal: AbortSignal) => Promise<T>

/** The upload of a file that a message or a homework will name. */
export function createUpload(api: ApiClient, file: File, waits?: readonly number[]): Upload<Material> {
  const finish: Finish<Material> = async (id, signal) =>
    (await api.call('POST /materials/uploads/:id/finish', { params: { id }, signal })).data
  return createUploadFor(api, file, finish, waits)
}

/**
 * Sends a file in pieces by tus 1.0 (docs/adr/0021-resumable-uploads.md).
 * @param finish takes the complete upload; it is called again after a lost answer
 */
export function createUploadFor<T>(
  api: ApiClient,
  file: File,
  finish: Finish<T>,
  waits: readonly number[] = retryMs,
): Upload<T> {
  let id: string | null = null
  let tries = 0
  /** The offset of the last try. */
  let reached = 0
  /** The id once all pieces are sent. */
  let sent: string | null = null
  const begin = async (signal: AbortSignal) => {
    const body = { name: sendableName(file.name), size: file.size }
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
    // a line that breaks again and again still moves on
    if (offset > reached) tries = 0
    reached = offset
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
      for (tries = 0; ; tries++)
        try {
          // `finish` deletes the upload: after a lost answer, only a repeated `finish` gets the file
          sent ??= await sendRest(onProgress, signal)
          return await finish(sent, signal)
        } catch (failure) {
          const wait = waits[tries]
          if (wait === undefined || !passes(failure)) throw failure
          await new Promise((resolve) => setTimeout(resolve, wait))
          signal.throwIfAborted()
        }
    },
    remove: async () => {
      // unknown where it was refused, or is part of a message by now
      if (id !== null)
        await api.call('DELETE /materials/uploads/:id', { params: { id } }).catch(() => undefined)
    },
  }
}

/** Whether another try may help: not where the file itself was refused. */
export function mayRetry(failure: unknown): boolean {
  if (!(failure instanceof ApiError)) return true
  const { status, code } = failure
  return (
    passes(failure) || (code !== null && !/^(?:FILE_|PICTURE_|PDF_|NOT_FOUND)/.test(code)) || status === 403
  )
}

/** A connection that broke, a server that is away, or a piece whose answer was lost (409). */
function passes(failure: unknown): boolean {
  if (!(failure instanceof ApiError)) return false
  const { status, code } = failure
  return status === 0 || status >= 500 || (status === 409 && code === null)
}
