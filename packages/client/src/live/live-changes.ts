import { type Change, liveKinds } from '@darsi/contracts/rules/live-kinds.ts'
import { useEffect } from 'react'
import type { ApiClient } from '../api/api-client.ts'
import { invalidateAll } from '../query/query-client.ts'
import { openLive } from './live.ts'

/** One action often changes several things, which are then loaded together. */
const burstMs = 150

const everyChange = liveKinds.flatMap((kind) => (kind === 'sync' ? [] : [{ change: kind, id: null }]))

/** Connects the live stream to the cache: changes by others are loaded again wherever this page shows them. */
export function useLiveChanges(api: Pick<ApiClient, 'response'>): void {
  useEffect(() => {
    let changes: { change: Change; id: string | null }[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      timer = undefined
      invalidateAll(api, changes)
      changes = []
    }
    const close = openLive(api, ({ kind, id }) => {
      if (kind === 'sync') changes.push(...everyChange)
      else changes.push({ change: kind, id })
      timer ??= setTimeout(flush, burstMs)
    })
    return () => {
      close()
      clearTimeout(timer)
    }
  }, [api])
}
