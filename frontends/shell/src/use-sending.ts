import { ApiError } from '@darsi/client/api/api-error.ts'
import { useState } from 'react'

/**
 * Sends a form of a public page: busy until the answer, and a press meanwhile is ignored. Dashboards have `useAction`,
 * whose library is too large for a first visit.
 */
export function useSending() {
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<void>, onFailure: (failure: unknown) => void): Promise<void> => {
    if (busy) return
    setBusy(true)
    try {
      await work()
    } catch (failure) {
      onFailure(failure)
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}

/** The server's text in the page's language, or the page's own for an error that no call threw. */
export const failureText = (failure: unknown, own: string): string =>
  failure instanceof ApiError ? failure.message : own
