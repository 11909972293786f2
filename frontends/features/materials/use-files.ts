import type { ApiClient } from '@darsi/client/api/api-client.ts'
import type { Material } from '@darsi/contracts/calls/users/materials-api.ts'
import { filesAtOnce } from '@darsi/contracts/rules/files.ts'
import { errorText } from '@darsi/design/i18n/error-text.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useRef, useState } from 'react'
import { texts } from '../texts.ts'
import { prepareFile } from './prepare-file.ts'
import { createUpload, mayRetry, type Upload } from './upload.ts'

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
  const [left, setLeft] = useState<readonly string[]>([])
  const uploads = useRef(new Map<number, { upload: Upload<Material>; stop: AbortController }>())
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
      if (found.stop.signal.aborted) return
      change(key, { error: errorText(failure), mayRetry: mayRetry(failure) })
    }
  }
  const removed = useRef(new Set<number>())
  const send = async (key: number, chosen: File) => {
    // a file that cannot be read at all is in a cloud, or was moved
    const { file, refusal } = await prepareFile(chosen).catch(() => ({
      file: chosen,
      refusal: 'fileEmpty' as const,
    }))
    // removed while it was made smaller
    if (removed.current.has(key)) return
    if (refusal) return change(key, { error: t(refusal), mayRetry: false })
    uploads.current.set(key, { upload: createUpload(api, file), stop: new AbortController() })
    await run(key)
  }
  /** One after the other: two files at once would each arrive later on a slow line. */
  const sending = useRef(Promise.resolve())
  const add = (file: File) => {
    const key = ++lastKey.current
    const name = file.name
    setFiles((before) => [...before, { key, name, progress: 0, error: null, mayRetry: true, material: null }])
    sending.current = sending.current.then(() => send(key, file))
  }
  const forget = (key: number) => {
    removed.current.add(key)
    setLeft([])
    uploads.current.delete(key)
    setFiles((before) => before.filter((file) => file.key !== key))
  }
  return {
    files,
    /** Names of the files that were chosen beyond the limit. */
    left,
    add: (chosen: Iterable<File>) => {
      const [all, free] = [[...chosen], filesAtOnce - files.length]
      all.slice(0, free).forEach(add)
      setLeft(all.slice(free).map(({ name }) => name))
    },
    retry: (key: number) => void run(key),
    /** Also at the server, where its place is free at once. */
    remove: (key: number) => {
      const found = uploads.current.get(key)
      found?.stop.abort()
      // a refused file is gone already
      if (files.some((file) => file.key === key && file.mayRetry)) void found?.upload.remove()
      forget(key)
    },
    /** After it was sent. */
    forget,
    /** Ids of those that have arrived. */
    ids: files.flatMap(({ material }) => (material ? [material.id] : [])),
    /** One is not there yet, or failed. */
    unfinished: files.some(({ material }) => material === null),
    isFull: files.length >= filesAtOnce,
  }
}
