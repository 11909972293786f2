import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useAction } from '@darsi/client/query/use-action.ts'
import type { FileKind } from '@darsi/contracts/rules/files.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useRef, useState } from 'react'
import { texts } from '../texts.ts'
import { prepareFile } from './prepare-file.ts'
import { createUploadFor, mayRetry, type Upload } from './upload.ts'

type Options = {
  /** Takes the complete upload. */
  finish: (upload: string) => Promise<unknown>
  /** A sentence for a kind that is refused only here; null for the others. */
  refuse?: (kind: FileKind) => string | null
}

export type OneFile = ReturnType<typeof useOneFile>

/** One file that is not part of a message: a proof, a photo. It is sent in pieces, and goes on after a failure. */
export function useOneFile(api: ApiClient, { finish, refuse }: Options) {
  const t = useTranslator(texts.materials)
  const { run, busy, error } = useAction()
  /** From 0 to 1; null while nothing is sent. */
  const [progress, setProgress] = useState<number | null>(null)
  const [waiting, setWaiting] = useState<Upload<unknown> | null>(null)
  const stop = useRef(new AbortController())
  useEffect(() => () => stop.current.abort(), [])
  const send = (upload: Upload<unknown>) =>
    run(async () => {
      setWaiting(null)
      try {
        await upload.run(setProgress, stop.current.signal)
      } catch (failure) {
        if (mayRetry(failure)) setWaiting(upload)
        throw failure
      } finally {
        setProgress(null)
      }
    })
  return {
    busy,
    error,
    progress,
    choose: async (chosen: File) => {
      void waiting?.remove()
      setWaiting(null)
      const { file, kind, refusal } = await prepareFile(chosen)
      const refused = refuse?.(kind) ?? (refusal && t(refusal))
      if (refused !== null)
        await run(async () => {
          throw new Error(refused)
        })
      else await send(createUploadFor(api, file, finish))
    },
    /** Null where another try cannot help. */
    goOn: waiting && (() => void send(waiting)),
  }
}
