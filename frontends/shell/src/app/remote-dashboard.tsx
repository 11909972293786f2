import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { useReturn } from '@darsi/client/query/use-return.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { ErrorBoundary } from '@darsi/design/feedback/error-boundary.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { lazy, Suspense, useMemo, useState } from 'react'
import { ContractError, loadDashboard, loadedDashboard } from '../remotes/remotes.ts'
import { Loading } from '../screens/loading.tsx'
import { Notice } from '../screens/notice.tsx'
import { texts } from '../texts.ts'

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

type DashboardFailedProps = { error: unknown; onRetry: () => void; onSignOut: () => void }

function DashboardFailed({ error, onRetry, onSignOut }: DashboardFailedProps) {
  const t = useTranslator(texts.frame)
  const outdated = error instanceof ContractError
  useReturn(onRetry, !outdated)
  return (
    <Notice
      title={t(outdated ? 'dashboardOutdated' : 'dashboardFailed')}
      actions={
        <>
          {outdated ? (
            <Button onClick={() => location.reload()}>{t('reload')}</Button>
          ) : (
            <Button onClick={onRetry}>{t('retry')}</Button>
          )}
          <Button variant="secondary" onClick={onSignOut}>
            {t('logout')}
          </Button>
        </>
      }
    >
      <p role="alert">{t(outdated ? 'dashboardOutdatedHelp' : 'dashboardFailedHelp')}</p>
    </Notice>
  )
}
