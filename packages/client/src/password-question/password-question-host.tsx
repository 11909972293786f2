import { ErrorBoundary } from '@darsi/design/feedback/error-boundary.tsx'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { Suspense, useSyncExternalStore } from 'react'
import type { PasswordQuestion } from './password-question.ts'

// loaded lazily: most visits do not need it
const PasswordDialog = retryableLazy(async () => ({
  default: (await import('./password-dialog.tsx')).PasswordDialog,
}))

/** Rendered once in the page; shows the question while it is asked. */
export function PasswordQuestionHost({ question }: { question: PasswordQuestion }) {
  const pending = useSyncExternalStore(question.subscribe, question.pending, () => null)
  if (pending === null) return null
  return (
    // a dialog that cannot be loaded must not take the page with it
    <ErrorBoundary fallback={() => null} onError={() => pending.answer(false)}>
      <Suspense>
        <PasswordDialog {...pending} />
      </Suspense>
    </ErrorBoundary>
  )
}
