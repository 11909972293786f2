import { Skeleton } from '@darsi/design/feedback/skeleton.tsx'
import type { ReactNode } from 'react'
import { FailureBanner } from './failure-banner.tsx'
import type { Loaded } from './use-call.ts'

type Props<T> = { of: Loaded<T>; children: (data: T) => ReactNode; shape?: 'text' | 'card' }

/** A placeholder while loading, the error with a button after a failure, else the content. */
export function LoadedPanel<T>({ of: { data, error, reload }, children, shape = 'card' }: Props<T>) {
  return (
    <>
      <FailureBanner error={error} reload={reload} />
      {data !== null ? children(data) : error === null && <Skeleton shape={shape} />}
    </>
  )
}
