import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { Suspense } from 'react'

const SafetyRecordList = retryableLazy(async () => ({
  default: (await import('./safety-record-list.tsx')).SafetyRecordList,
}))

type Props = { api: ApiClient; of: { userId: string } | { connectionId: string } }

/** For administrators, before a decision: the alerts of three years about the people whom it concerns. */
export function SafetyRecords({ api, of }: Props) {
  const records = useCall(api, 'GET /admin/safety-records', { query: of })
  if (!records.data?.data.length) return null
  return (
    <Suspense>
      <SafetyRecordList records={records.data.data} />
    </Suspense>
  )
}
