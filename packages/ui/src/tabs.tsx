import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { CountBadge } from './badge.tsx'
import { classNames } from './class-names.ts'
import { useDirection } from './i18n.tsx'
import type { IconComponent } from './icons.tsx'
import './tabs.css'

export type TabItem = {
  id: string
  label: string
  icon?: IconComponent
  /** A count beside the name; `badgeLabel` says what it counts. */
  badge?: number
  badgeLabel?: string
}

type Props = {
  /** Names the set of tabs. */
  label: string
  tabs: readonly TabItem[]
  selected: string
  onSelect: (id: string) => void
  /** The selected tab's content. */
  children: ReactNode
  className?: string
}

/** Arrow keys move and select, in the direction they point; one tab stop; the bar scrolls where it is too wide. */
export function Tabs({ label, tabs, selected, onSelect, children, className }: Props) {
  const id = useId()
  return (
    <div className={classNames('ds-tabs', className)}>
      <TabBar id={id} label={label} tabs={tabs} selected={selected} onSelect={onSelect} />
      <TabPanel id={id} tab={selected}>
        {children}
      </TabPanel>
    </div>
  )
}

type BarProps = Omit<Props, 'children' | 'className'> & { id: string }

const roomy = 7

export function TabBar({ id, label, tabs, selected, onSelect }: BarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const rtl = useDirection() === 'rtl'

  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab in view follows the selection
  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (!bar.current || !tab) return
    const box = bar.current.getBoundingClientRect()
    const own = tab.getBoundingClientRect()
    const room = 32
    if (own.left < box.left + room) bar.current.scrollLeft -= box.left + room - own.left
    else if (own.right > box.right - room) bar.current.scrollLeft += own.right - box.right + room
  }, [selected])

  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === selected)
    const ahead = (at + 1) % tabs.length
    const back = (at - 1 + tabs.length) % tabs.length
    const to = {
      ArrowRight: rtl ? back : ahead,
      ArrowLeft: rtl ? ahead : back,
      Home: 0,
      End: tabs.length - 1,
    }[event.key]
    const next = to === undefined ? undefined : tabs[to]
    if (next === undefined) return
    event.preventDefault()
    onSelect(next.id)
    const buttons = bar.current?.querySelectorAll<HTMLElement>('[role="tab"]')
    buttons?.[tabs.indexOf(next)]?.focus()
  }

  return (
    <div
      // many names and no room for pictures
      className={classNames('ds-tabs-bar', tabs.length > roomy && 'ds-tabs-many')}
      ref={bar}
      role="tablist"
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {tabs.map((tab) => {
        const isSelected = tab.id === selected
        const Glyph = tab.icon
        return (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.id}`}
            aria-selected={isSelected}
            aria-controls={isSelected ? `${id}-panel` : undefined}
            tabIndex={isSelected ? 0 : -1}
            className="ds-tab"
            onClick={() => onSelect(tab.id)}
          >
            {Glyph && <Glyph />}
            <span>{tab.label}</span>
            {tab.badge !== undefined && (
              <CountBadge count={tab.badge} {...(tab.badgeLabel ? { label: tab.badgeLabel } : {})} />
            )}
          </button>
        )
      })}
    </div>
  )
}

export function TabPanel({ id, tab, children }: { id: string; tab: string; children: ReactNode }) {
  return (
    <div
      className="ds-tabs-panel"
      role="tabpanel"
      id={`${id}-panel`}
      aria-labelledby={`${id}-tab-${tab}`}
      tabIndex={-1}
    >
      {children}
    </div>
  )
}
