import { readWish } from '@darsi/client/session/wish.ts'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { Suspense, useState } from 'react'
import type { WishProps } from './kept-wish.tsx'

// most visits have no wish, so its code is loaded only for one
const KeptWish = retryableLazy(async () => ({ default: (await import('./kept-wish.tsx')).KeptWish }))

/** The teacher who was chosen before the registration, with the button that asks for lessons. Nothing without one. */
export function WishCard(props: Omit<WishProps, 'wish' | 'onChange'>) {
  const [wish, setWish] = useState(readWish)
  if (wish === null) return null
  return (
    <Suspense>
      <KeptWish {...props} wish={wish} onChange={() => setWish(readWish())} />
    </Suspense>
  )
}
