import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { LoadingPanel } from '@darsi/design/graphics/spinner.tsx'
import { type ComponentProps, Suspense } from 'react'

const Card = retryableLazy(async () => ({
  default: (await import('./public-page-card.tsx')).PublicPageCard,
}))

/** Loaded apart from the teacher's profile, whose first load is at its limit. */
export const PublicPageCard = (props: ComponentProps<typeof Card>) => (
  <Suspense fallback={<LoadingPanel />}>
    <Card {...props} />
  </Suspense>
)
