import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { MessagesPanel } from './messages-panel.tsx'

/** The Messages tab of a dashboard; `first` is the tab that leads to a first conversation. */
type Props = Pick<DashboardProps, 'api' | 'user' | 'onTabChange'> & {
  title: string
  first: { tab: string; label: string }
}

export function MessagesTab({ api, user, onTabChange, title, first }: Props) {
  const start = (
    <Button variant="secondary" onClick={() => onTabChange(first.tab)}>
      {first.label}
    </Button>
  )
  return <MessagesPanel api={api} me={user.id} title={title} emptyActions={start} />
}
