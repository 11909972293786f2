import { errorText } from '@darsi/design/i18n/error-text.ts'
import { useState } from 'react'

/**
 * Runs the calls of a settings card one at a time.
 * @param failed the text for an error without a text of its own
 * @param after runs after each call, also after a failed one
 */
export function useRun(failed: string, after: () => void) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setError(null)
    try {
      await work()
    } catch (failure) {
      setError(errorText(failure, failed))
    } finally {
      setBusy(false)
      after()
    }
  }
  return { busy, error, run }
}
