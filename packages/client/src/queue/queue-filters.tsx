import { Filters, SearchFilter, SelectFilter } from '@darsi/design/forms/filters.tsx'
import type { ReactNode } from 'react'

type Props<Status extends string> = {
  filters: { q: string; status: Status }
  onChange: (part: { q?: string; status?: Status }) => void
  labels: { search: string; placeholder: string; status: string }
  statuses: readonly { value: Status; label: string }[]
  /** More filters. */
  children?: ReactNode
}

/** Search and status above a queue. */
export function QueueFilters<Status extends string>(props: Props<Status>) {
  const { filters, onChange, labels, statuses, children } = props
  return (
    <Filters>
      <SearchFilter
        label={labels.search}
        placeholder={labels.placeholder}
        value={filters.q}
        onChange={(q) => onChange({ q })}
      />
      <SelectFilter
        label={labels.status}
        value={filters.status}
        onChange={(status) => onChange({ status })}
        options={statuses}
      />
      {children}
    </Filters>
  )
}
