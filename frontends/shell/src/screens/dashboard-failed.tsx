import { useReturn } from '@darsi/client/query/use-return.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { ContractError } from '../remotes/remotes.ts'
import { texts } from '../texts.ts'
import { Notice } from './notice.tsx'

type DashboardFailedProps = { error: unknown; onRetry: () => void; onSignOut: () => void }

export function DashboardFailed({ error, onRetry, onSignOut }: DashboardFailedProps) {
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
