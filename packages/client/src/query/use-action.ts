import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { errorText } from '@darsi/design/i18n/error-text.ts'
import { QueryClient, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { type ApiError, asApiError } from '../api/api-error.ts'

type Settings = {
  /** Replaces the text of a failure for which the server gave no reason. */
  failed?: string
  /** Shows a failure as a toast, for a button without a place for the text beside it. */
  inToast?: true
  /** True if the failure is shown elsewhere, for example at a field. */
  onFailure?: (failure: ApiError) => unknown
  /** Runs after each attempt, also after a failed one. */
  after?: () => void
}

// no screen reads another screen's action, so nothing is shared with the cache of the calls
const client = new QueryClient()

/**
 * One action of the user: busy while it runs, a failure in the user's language, and a toast after success. A press during
 * the action is ignored. `run` resolves with false if the action failed, and never rejects.
 */
export function useAction({ failed, inToast, onFailure, after }: Settings = {}) {
  const toast = useToast()
  const isRunning = useRef(false)
  const { mutateAsync, isPending, error, reset } = useMutation<boolean, ApiError, () => Promise<unknown>>(
    {
      mutationFn: async (work) => {
        try {
          await work()
          return true
        } catch (thrown) {
          const failure = asApiError(thrown)
          if (onFailure?.(failure) === true) return false
          if (!inToast) throw failure
          toast(errorText(failure, failed), 'danger')
          return false
        }
      },
      // an action that fails offline must say so; by default the library would wait silently
      networkMode: 'always',
      gcTime: 0,
    },
    client,
  )
  const run = async (work: () => Promise<unknown>, done?: string): Promise<boolean> => {
    if (isRunning.current) return false
    isRunning.current = true
    const succeeded = await mutateAsync(work)
      .catch(() => false)
      .finally(() => {
        isRunning.current = false
        after?.()
      })
    if (succeeded && done !== undefined) toast(done)
    return succeeded
  }
  return {
    run,
    busy: isPending,
    /** The text of the last failure; null once another attempt begins. */
    error: error === null ? null : errorText(error, failed),
    /** The last failure, for its code and its fields. */
    failure: error,
    clear: reset,
  }
}
