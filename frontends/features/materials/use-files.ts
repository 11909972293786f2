import type { ApiClient } from '@darsi/client/api/api-client.ts'
import type { Material } from '@darsi/contracts/calls/users/materials-api.ts'
import { filesAtOnce, uploadRefusal } from '@darsi/contracts/rules/files.ts'
import { errorText } from '@darsi/design/i18n/error-text.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useRef, useState } from 'react'
import { texts } from '../texts.ts'
import { createUpload, type Upload } from './upload.ts'

export type ChosenFile = {
  readonly key: number
  readonly name: string
  /** From 0 to 1. */
  readonly progress: number
  readonly error: string | null
  /** False where another try cannot help. */
  readonly mayRetry: boolean
  readonly material: Material | null
}

export type ChosenFiles = ReturnType<typeof useFiles>

/** The files that a person adds to a message or a homework. Each is sent at once, before the rest is written. */
export function useFiles(api: ApiClient) {
  const t = useTranslator(texts.materials)
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const uploads = useRef(new Map<number, { upload: Upload; stop: AbortController }>())
  const lastKey = useRef(0)
  useEffect(() => {
    const running = uploads.current
    return () => {
      for (const { stop } of running.values()) stop.abort()
    }
  }, [])
  const change = (key: number, part: Partial<ChosenFile>) =>
    setFiles((before) => before.map((file) => (file.key === key ? { ...file, ...part } : file)))
  const run = async (key: number) => {
    const found = uploads.current.get(key)
    if (!found) return
    change(key, { error: null })
    try {
      const onProgress = (progress: number) => change(key, { progress })
      change(key, { material: await found.upload.run(onProgress, found.stop.signal) })
    } catch (failure) {
      if (!found.stop.signal.aborted) change(key, { error: errorText(failure) })
    }
  }
  const add = (file: File) => {
    const key = ++lastKey.current
    const refusal = uploadRefusal(file)
    const error = refusal && t(refusal)
    const mayRetry = refusal === null
    setFiles((before) => [...before, { key, name: file.name, progress: 0, error, mayRetry, material: null }])
    if (refusal) return
    uploads.current.set(key, { upload: createUpload(api, file), stop: new AbortController() })
    void run(key)
  }
  return {
    files,
    add: (chosen: Iterable<File>) => [...chosen].slice(0, filesAtOnce - files.length).forEach(add),
    retry: (key: number) => void run(key),
    remove: (key: number) => {
      uploads.current.get(key)?.stop.abort()
      uploads.current.delete(key)
      setFiles((before) => before.filter((file) => file.key !== key))
    },
    /** Ids of those that have arrived. */
    ids: files.flatMap(({ material }) => (material ? [material.id] : [])),
    /** One is not there yet, or failed. */
    unfinished: files.some(({ material }) => material === null),
    isFull: files.length >= filesAtOnce,
  }
}
