import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { PasswordQuestion } from './password-question.ts'

// loaded lazily: most visits do not need it
const PasswordDialog = lazy(async () => ({ default: (await import('./password-dialog.tsx')).PasswordDialog }))

/** Rendered once in the page; shows the question while it is asked. */
export function PasswordQuestionHost({ question }: { question: PasswordQuestion }) {
  const pending = useSyncExternalStore(question.subscribe, question.pending, () => null)
  if (pending === null) return null
  return (
    <Suspense>
      <PasswordDialog {...pending} />
    </Suspense>
  )
}
