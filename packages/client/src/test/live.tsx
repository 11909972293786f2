import type { ApiClient } from '../api/api-client.ts'
import { useLiveChanges } from '../live/live-changes.ts'

/** For tests: the connection to the live stream that the frame of a dashboard makes. */
export function Live({ api }: { api: ApiClient }) {
  useLiveChanges(api)
  return null
}
