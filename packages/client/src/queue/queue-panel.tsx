import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { EmptyScene } from '@darsi/design/graphics/illustrations.tsx'
import type { ComponentProps, ReactNode } from 'react'
import { PagedPanel, type Pages } from '../query/paged-panel.tsx'
import { Queue } from './queue.tsx'

type Props<Row extends { readonly id: string }> = Omit<ComponentProps<typeof Queue<Row>>, 'busy'> & {
  /** Of `usePages`. The rows of the queue may be fewer: without those that are decided but not sent yet. */
  pages: Pages
  /** Shown instead of an empty list. */
  empty: { title: string; text: ReactNode }
}

/** A queue with its loading, its errors and its next page. */
export function QueuePanel<Row extends { readonly id: string }>({ pages, empty, ...queue }: Props<Row>) {
  return (
    <PagedPanel
      pages={pages}
      shown={queue.rows.length}
      empty={
        <EmptyState picture={<EmptyScene />} title={empty.title}>
          {empty.text}
        </EmptyState>
      }
    >
      <Queue {...queue} busy={pages.loading} />
    </PagedPanel>
  )
}
