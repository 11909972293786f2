import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { Suspense } from 'react'
import type { HintProps } from './hint-props.ts'

/** Says while a text is typed which contact details it has, and what will happen with it. Loaded with the first text. */
export function ContactHint(props: HintProps) {
  if (props.rule === 'delivered' || props.text.trim() === '') return null
  return (
    <Suspense fallback={null}>
      <JudgedText {...props} />
    </Suspense>
  )
}

const JudgedText = retryableLazy(async () => ({ default: (await import('./judged-text.tsx')).JudgedText }))
