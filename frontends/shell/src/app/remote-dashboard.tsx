import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { ErrorBoundary } from '@darsi/design/feedback/error-boundary.tsx'
import { lazy, Suspense, useMemo, useState } from 'react'
import { loadDashboard, loadedDashboard } from '../remotes/remotes.ts'
import { DashboardFailed } from '../screens/dashboard-failed.tsx'
import { Loading } from '../screens/loading.tsx'

/**
 * A role's dashboard from its own build. If it cannot be loaded, its area shows the error and the rest keeps
 * working.
 */
export function RemoteDashboard({ role, props }: { role: Role; props: DashboardProps }) {
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new one per attempt, since lazy() remembers a failure for ever
  const Dashboard = useMemo(
    () =>
      loadedDashboard(role)?.Dashboard ??
      lazy(async () => ({ default: (await loadDashboard(role)).Dashboard })),
    [role, attempt],
  )
  return (
    <ErrorBoundary
      key={`${role} ${attempt}`}
      fallback={(error) => (
        <DashboardFailed error={error} onRetry={() => setAttempt(attempt + 1)} onSignOut={props.signOut} />
      )}
    >
      <Suspense fallback={<Loading />}>
        <Dashboard {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
