import { readSession, watchSession } from '@darsi/client/session/session.ts'
import { useSyncExternalStore } from 'react'

/** False while prerendering and in the first render, so that hydration matches. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(
    watchSession,
    () => readSession() !== null,
    () => false,
  )
}
