import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { type ComponentProps, Suspense } from 'react'

const load = () => import('./hold-causes.tsx')
const Pause = retryableLazy(async () => ({ default: (await load()).PauseCause }))
const Held = retryableLazy(async () => ({ default: (await load()).HeldCause }))

/** Loaded when a connection is paused or a text is held: most pages show neither. */
export const PauseCause = (props: ComponentProps<typeof Pause>) => (
  <Suspense fallback={null}>
    <Pause {...props} />
  </Suspense>
)

export const HeldCause = (props: ComponentProps<typeof Held>) => (
  <Suspense fallback={null}>
    <Held {...props} />
  </Suspense>
)
