import type { Catalogue } from '@darsi/contracts/reference/i18n/catalogue.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import type { IconComponent } from '@darsi/design/graphics/icons.tsx'
import { LoadingPanel } from '@darsi/design/graphics/spinner.tsx'
import { LanguageProvider, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type ComponentType, Suspense, useEffect } from 'react'
import type { ApiClient } from '../api/api-client.ts'
import { useLiveChanges } from '../live/live-changes.ts'
import type { NavItem } from './dashboard-nav.tsx'
import { CONTRACT, type DashboardModule, type DashboardProps } from './dashboard-props.ts'
import { DashboardShell } from './dashboard-shell.tsx'

/** A tab; its label is the text `tab_<id>`. The first is part of the dashboard's entry, the others load when they are opened. */
type Place<Id extends string> = {
  readonly id: Id
  readonly icon: IconComponent
} & (
  | { readonly Tab: ComponentType<DashboardProps> }
  | {
      readonly load: () => Promise<{ default: ComponentType<DashboardProps> }>
      /** The tab is also opened without network, so its code is loaded in advance. */
      readonly offline?: true
    }
)

export type TabBadge = Required<Pick<NavItem, 'badge' | 'badgeLabel'>>
/** By tab id. */
export type TabBadges = Readonly<Record<string, TabBadge>>

type Definition<Id extends string, Key extends string> = {
  readonly texts: Catalogue<Key | 'title' | `tab_${NoInfer<Id>}`>
  readonly tabs: readonly Place<Id>[]
  /** The ids of the tabs in a phone's bottom bar, if there are too many. */
  readonly onPhone?: readonly NoInfer<Id>[]
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
export function defineDashboard<Id extends string, Key extends string>(
  definition: Definition<Id, Key>,
): DashboardModule {
  const places = definition.tabs.map((tab) => ({
    ...tab,
    Tab: 'load' in tab ? retryableLazy(tab.load) : tab.Tab,
  }))
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
          <TabbedDashboard definition={definition} places={places} props={props} />
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

function useCodeAhead(tabs: readonly Place<string>[]) {
  useEffect(() => {
    const timer = setTimeout(() => {
      // the service worker keeps it; without one there is nothing to open offline
      if (navigator.serviceWorker?.controller == null) return
      for (const tab of tabs) if ('load' in tab && tab.offline) tab.load().catch(() => {})
    }, aheadMs)
    return () => clearTimeout(timer)
  }, [tabs])
}

type TabbedProps<Id extends string, Key extends string> = {
  definition: Definition<Id, Key>
  places: readonly { id: Id; icon: IconComponent; Tab: ComponentType<DashboardProps> }[]
  props: DashboardProps
}

function TabbedDashboard<Id extends string, Key extends string>({
  definition,
  places,
  props,
}: TabbedProps<Id, Key>) {
  const { texts, tabs, onPhone, Bell, Above, useBadges = useNoBadges } = definition
  const t = useTranslator(texts)
  useLiveChanges(props.api)
  useCodeAhead(tabs)
  const badges = useBadges(props.api)
  return (
    <DashboardShell
      {...props}
      title={t('title')}
      onPhone={onPhone}
      actions={<Bell {...props} />}
      above={Above && <Above {...props} />}
      tabs={places.map(({ id, icon, Tab }) => ({
        ...badges[id],
        id,
        icon,
        label: t(`tab_${id}`),
        content: <Tab {...props} />,
      }))}
    />
  )
}
