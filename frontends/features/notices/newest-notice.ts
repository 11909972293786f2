import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useCall } from '@darsi/client/query/use-call.ts'

const everyMs = 30_000

/** One call for all that is always on the screen: how many notices are unread, and whether mails come back. */
export const useNewestNotice = (api: ApiClient) =>
  useCall(api, 'GET /notifications', { query: { limit: 1 }, pollMs: everyMs }).data
