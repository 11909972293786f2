import { classNames } from '@darsi/design/class-names.ts'
import { usePopover } from '@darsi/design/dialogs/use-popover.ts'
import { CountBadge } from '@darsi/design/feedback/badge.tsx'
import { type IconComponent, MoreIcon, PanelIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { designTexts } from '@darsi/design/i18n/texts.ts'
import { useId, useState } from 'react'
import { plainClick } from '../place/plain-click.ts'
import './dashboard-nav.css'

export type NavItem = {
  id: string
  label: string
  icon: IconComponent
  /** A count beside the label; `badgeLabel` says what it counts. */
  badge?: number
  badgeLabel?: string
}

type Props = {
  /** The name of the navigation. */
  label: string
  items: readonly NavItem[]
  selected: string
  onSelect: (id: string) => void
  /** The items in a phone's bottom bar if there are too many; by default the first. */
  onPhone?: readonly string[] | undefined
}

/** A phone's bottom bar has five places; with six or more items the last is "More". */
const phonePlaces = 5

/** The navigation of a dashboard: a sidebar on wide screens, a bar at the bottom on others. */
export function DashboardNav({ label, items, selected, onSelect, onPhone }: Props) {
  const t = useTranslator(designTexts.ui)
  const list = useId()
  const [collapsed, setCollapsed] = useCollapsed()
  const inBar = barItems(items, onPhone)
  const rest = items.filter(({ id }) => !inBar.has(id))
  return (
    <nav className="ds-nav" aria-label={label} data-collapsed={collapsed || undefined}>
      <ul className="ds-nav-list" id={list}>
        {items.map((item) => (
          <li key={item.id} className={inBar.has(item.id) ? 'ds-nav-in-bar' : ''}>
            <NavLink item={item} selected={item.id === selected} onSelect={onSelect} />
          </li>
        ))}
        {rest.length > 0 && (
          <li className="ds-nav-in-bar ds-nav-more">
            <More items={rest} selected={selected} onSelect={onSelect} />
          </li>
        )}
      </ul>
      <button
        type="button"
        className="ds-nav-link ds-nav-collapse"
        aria-expanded={!collapsed}
        aria-controls={list}
        title={t(collapsed ? 'expandMenu' : 'collapseMenu')}
        onClick={() => setCollapsed(!collapsed)}
      >
        <PanelIcon />
        <span className="ds-nav-label">{t(collapsed ? 'expandMenu' : 'collapseMenu')}</span>
      </button>
    </nav>
  )
}

function barItems(items: readonly NavItem[], onPhone: readonly string[] | undefined): ReadonlySet<string> {
  const ids = items.map(({ id }) => id)
  if (ids.length <= phonePlaces) return new Set(ids)
  return new Set((onPhone ?? ids).slice(0, phonePlaces - 1))
}

type LinkProps = { item: NavItem; selected: boolean; onSelect: (id: string) => void }

function NavLink({ item, selected, onSelect }: LinkProps) {
  const { id, label, icon: Glyph, badge = 0, badgeLabel } = item
  return (
    <a
      className="ds-nav-link"
      href={`?${new URLSearchParams({ tab: id })}`}
      title={label}
      aria-current={selected ? 'page' : undefined}
      data-place={id}
      onClick={plainClick(() => onSelect(id))}
    >
      <Glyph />
      <span className="ds-nav-label">{label}</span>
      <CountBadge count={badge} {...(badgeLabel !== undefined && { label: badgeLabel })} />
    </a>
  )
}

type MoreProps = Pick<Props, 'items' | 'selected' | 'onSelect'>

function More({ items, selected, onSelect }: MoreProps) {
  const t = useTranslator(designTexts.ui)
  const id = useId()
  const { open, setOpen, close, root, button } = usePopover()
  const isHere = items.some((item) => item.id === selected)
  const waiting = items.reduce((sum, { badge = 0 }) => sum + badge, 0)
  return (
    <div ref={root}>
      <button
        ref={button}
        type="button"
        className={classNames('ds-nav-link', isHere && 'ds-nav-here')}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <MoreIcon />
        <span className="ds-nav-label">{t('more')}</span>
        <CountBadge count={waiting} label={t('waitingInMore', { count: waiting })} />
      </button>
      {open && (
        <ul
          id={id}
          className="ds-nav-sheet"
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            close()
          }}
        >
          {items.map((item) => (
            <li key={item.id}>
              <NavLink
                item={item}
                selected={item.id === selected}
                onSelect={(chosen) => {
                  close()
                  onSelect(chosen)
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const collapsedKey = 'darsi-sidebar'

/** Stored on this device. */
function useCollapsed(): [boolean, (collapsed: boolean) => void] {
  const [collapsed, set] = useState(readCollapsed)
  return [
    collapsed,
    (next) => {
      set(next)
      try {
        localStorage.setItem(collapsedKey, next ? 'collapsed' : 'open')
      } catch {
        // without storage it is expanded again after a reload
      }
    },
  ]
}

function readCollapsed(): boolean {
  try {
    return localStorage.getItem(collapsedKey) === 'collapsed'
  } catch {
    return false
  }
}
