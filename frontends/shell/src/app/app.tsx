// first, because it declares the order of the cascade layers
import '@darsi/design/styles/styles.css'
import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { applyLanguage } from '@darsi/design/i18n/i18n.tsx'
import { createRoot } from 'react-dom/client'
import { appLanguage } from '../language.ts'
import { startServiceWorker } from '../offline/service-worker.ts'
import { likelyRole } from '../remotes/ahead.ts'
import { loadDashboard } from '../remotes/remotes.ts'
import { loadAccount } from '../session/use-account.ts'
import { api } from './app-api.ts'
import { App } from './app-root.tsx'

const language = appLanguage()
applyLanguage(language)
const root = document.getElementById('root')
if (root === null) throw new Error('the page has no #root')
void loadFirstScreen(api).then(() => createRoot(root).render(<App language={language} />))

// a page from the back-forward cache may show an account that has signed out meanwhile
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})

startServiceWorker()

/** Longer than on a slow phone. After it the application shows its own loading state. */
const longestMs = 3_000

/**
 * Loads the profile and the dashboard of this address before the first render. To render a loading state first would
 * cost a slow phone as much time as the dashboard itself; meanwhile the page shows the one in its HTML.
 */
async function loadFirstScreen(api: ApiClient): Promise<void> {
  const role = likelyRole()
  if (role === null) return
  // the dashboard's area tries again and shows the failure
  const dashboard = loadDashboard(role).catch(() => {})
  const limit = new Promise((done) => setTimeout(done, longestMs))
  await Promise.race([Promise.all([loadAccount(api), dashboard]), limit])
}
