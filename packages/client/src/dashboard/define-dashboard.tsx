import type { Catalogue } from '@darsi/contracts/reference/i18n/catalogue.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import type { IconComponent } from '@darsi/design/graphics/icons.tsx'
import { LoadingPanel } from '@darsi/design/graphics/spinner.tsx'
import { LanguageProvider, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type ComponentType, Suspense, useEffect } from 'react'
import type { ApiClient } from '../api/api-client.ts'
import { useLiveChanges } from '../live/live-changes.ts'
import type { NavItem } from './dashboard-nav.tsx'
import { CONTRACT, type DashboardModule, type DashboardProps } from './dashboard-props.ts'
import { DashboardShell } from './dashboard-shell.tsx'

/** A tab. All but the first are lazy components. */
type Place<Key extends string> = {
  readonly id: string
  readonly label: Key
  readonly icon: IconComponent
  readonly Tab: ComponentType<DashboardProps>
  /** Loads the tab's code ahead, for tabs that people open without network. */
  readonly ahead?: () => Promise<unknown>
}

export type TabBadge = Required<Pick<NavItem, 'badge' | 'badgeLabel'>>
/** By tab id. */
export type TabBadges = Readonly<Record<string, TabBadge>>

type Definition<Key extends string> = {
  readonly texts: Catalogue<Key>
  readonly title: NoInfer<Key>
  readonly tabs: readonly Place<NoInfer<Key>>[]
  /** The ids of the tabs in a phone's bottom bar, if there are too many. */
  readonly onPhone?: readonly string[]
  readonly Bell: ComponentType<DashboardProps>
  /** Shown between the header and the tabs. */
  readonly Above?: ComponentType<DashboardProps>
  /** The classroom of one lesson, for roles that may enter it; a lazy component. */
  readonly Classroom?: ComponentType<RoomProps>
  /** The counts beside the tabs. */
  readonly useBadges?: (api: ApiClient) => TabBadges
}

const useNoBadges = (): TabBadges => ({})

/** Makes the module that a dashboard exposes to the shell. */
export function defineDashboard<Key extends string>(definition: Definition<Key>): DashboardModule {
  return {
    contract: CONTRACT,
    // biome-ignore lint/correctness/noComponentHookFactories: made once, when the module of the dashboard loads
    Dashboard: (props) => (
      <LanguageProvider language={props.language}>
        {props.lesson && definition.Classroom ? (
          <ToastRegion>
            <Suspense fallback={<LoadingPanel />}>
              <Opened Classroom={definition.Classroom} props={{ ...props, lesson: props.lesson }} />
            </Suspense>
          </ToastRegion>
        ) : (
          <TabbedDashboard definition={definition} props={props} />
        )}
      </LanguageProvider>
    ),
  }
}

type RoomProps = DashboardProps & { lesson: string }

function Opened({ Classroom, props }: { Classroom: ComponentType<RoomProps>; props: RoomProps }) {
  useLiveChanges(props.api)
  return <Classroom {...props} />
}

/** Long after the first tab is shown, so that it costs the first load nothing. */
const aheadMs = 5_000

function useCodeAhead(tabs: Definition<string>['tabs']) {
  useEffect(() => {
    const timer = setTimeout(() => {
      // the service worker keeps it; without one there is nothing to open offline
      if (navigator.serviceWorker?.controller == null) return
      for (const { ahead } of tabs) ahead?.().catch(() => {})
    }, aheadMs)
    return () => clearTimeout(timer)
  }, [tabs])
}

type TabbedProps<Key extends string> = { definition: Definition<Key>; props: DashboardProps }

function TabbedDashboard<Key extends string>({ definition, props }: TabbedProps<Key>) {
  const { texts, title, tabs, onPhone, Bell, Above, useBadges = useNoBadges } = definition
  const t = useTranslator(texts)
  useLiveChanges(props.api)
  useCodeAhead(tabs)
  const badges = useBadges(props.api)
  return (
    <DashboardShell
      {...props}
      title={t(title)}
      onPhone={onPhone}
      actions={<Bell {...props} />}
      above={Above && <Above {...props} />}
      tabs={tabs.map(({ id, label, icon, Tab }) => ({
        ...badges[id],
        id,
        icon,
        label: t(label),
        content: <Tab {...props} />,
      }))}
    />
  )
}
