import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { likelyRole } from '../remotes/ahead.ts'
import { loadDashboard } from '../remotes/remotes.ts'
import { loadAccount } from '../session/use-account.ts'

/** Longer than on a slow phone. After it the application shows its own loading state. */
const longestMs = 3_000

/**
 * Loads the profile and the dashboard of this address before the first render. To render a loading state first would
 * cost a slow phone as much time as the dashboard itself; meanwhile the page shows the one in its HTML.
 */
export async function loadFirstScreen(api: ApiClient): Promise<void> {
  const role = likelyRole()
  if (role === null) return
  // the dashboard's area tries again and shows the failure
  const dashboard = loadDashboard(role).catch(() => {})
  const limit = new Promise((done) => setTimeout(done, longestMs))
  await Promise.race([Promise.all([loadAccount(api), dashboard]), limit])
}
