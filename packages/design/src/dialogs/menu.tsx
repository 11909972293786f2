import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { CheckIcon, ChevronDownIcon, type IconComponent } from '../graphics/icons.tsx'
import { usePopover } from './use-popover.ts'
import '../forms/button.css'
import './menu.css'

type MenuItem = {
  id: string
  label: ReactNode
  icon?: IconComponent
  /** Makes the items radio choices, one of them checked. */
  checked?: boolean
  danger?: boolean
  lang?: string
  onSelect: () => void
}

type Props = {
  /** The accessible name of the button. */
  label: string
  /** The visible content of the button; by default the label. */
  trigger?: ReactNode
  icon?: IconComponent
  /** If the trigger is a name: hidden text after it that says what the button does. */
  suffix?: string
  items: readonly MenuItem[]
  /** The edge of the button that the menu is aligned with. */
  align?: 'start' | 'end'
  className?: string
}

export function Menu({ label, trigger, icon: Glyph, suffix, items, align = 'end', className }: Props) {
  const id = useId()
  const { open, setOpen, close, root, button } = usePopover()
  const list = useRef<HTMLDivElement>(null)
  const entries = () => [...(list.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]

  useEffect(() => {
    if (!open) return
    const marked = list.current?.querySelector<HTMLElement>('[aria-checked="true"]')
    ;(marked ?? list.current?.querySelector<HTMLElement>('[role^="menuitem"]'))?.focus()
  }, [open])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      return close()
    }
    const all = entries()
    const at = all.findIndex((entry) => entry.matches(':focus'))
    const to = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    all[to]?.focus()
  }
  const openByArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    setOpen(true)
  }

  return (
    <div ref={root} className={classNames('ds-menu', className)}>
      <button
        ref={button}
        type="button"
        className="ds-button ds-button-quiet ds-menu-button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={suffix === undefined ? label : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={openByArrow}
      >
        {Glyph && <Glyph />}
        {trigger !== null && <span>{trigger ?? label}</span>}
        {suffix !== undefined && <span className="ds-hidden">{suffix}</span>}
        {trigger !== null && <ChevronDownIcon className="ds-menu-chevron" />}
      </button>
      {open && (
        <div
          ref={list}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          className={classNames('ds-menu-list', `ds-menu-${align}`)}
          onKeyDown={onKeyDown}
        >
          {items.map((item) => (
            <MenuEntry key={item.id} item={item} onDone={close} />
          ))}
        </div>
      )}
    </div>
  )
}

function MenuEntry({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  const { label, icon: Glyph, checked, danger, lang, onSelect } = item
  const select = () => {
    onDone()
    onSelect()
  }
  const shared = {
    type: 'button' as const,
    tabIndex: -1,
    lang,
    className: classNames('ds-menu-item', danger && 'ds-menu-danger'),
    onClick: select,
  }
  const content = (
    <>
      {Glyph && <Glyph />}
      <span className="ds-menu-texts">{label}</span>
    </>
  )
  if (checked === undefined) {
    return (
      <button {...shared} role="menuitem">
        {content}
      </button>
    )
  }
  return (
    <button {...shared} role="menuitemradio" aria-checked={checked}>
      {content}
      <CheckIcon className={checked ? 'ds-menu-check' : 'ds-menu-check ds-menu-unchecked'} />
    </button>
  )
}
