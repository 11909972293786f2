import { foldText } from '@darsi/contracts/reference/fold-text.ts'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { CheckIcon, ChevronDownIcon, CloseIcon } from '../graphics/icons.tsx'
import { useTranslator } from '../i18n/i18n.tsx'
import { designTexts } from '../i18n/texts.ts'
import { useFieldProps } from './field.tsx'
import './input.css'
import './combobox.css'

export type ComboboxOption = {
  value: string
  label: string
  /** A second line: the governorate of a delegation. */
  hint?: string
  /** Other search texts: the name in other scripts. */
  keywords?: readonly string[]
}

type Props = {
  options: readonly ComboboxOption[]
  value: string | null
  onChange: (value: string | null) => void
  placeholder?: string
  /** Offers a button that clears the choice. */
  clearable?: boolean
  disabled?: boolean
  /** The maximum number of rows. */
  limit?: number
}

/** A text field that searches a list; accents, hamza and case do not matter. Only an entry of the list is a value. */
export function Combobox({
  options,
  value,
  onChange,
  placeholder,
  clearable = false,
  disabled = false,
  limit = 60,
}: Props) {
  const t = useTranslator(designTexts.ui)
  const field = useFieldProps()
  const list = useId()
  const input = useRef<HTMLInputElement>(null)
  const state = useCombobox({ options, value, onChange, clearable, disabled, limit })
  const { open, found, at, query, chosen } = state
  const clear = () => {
    state.clear()
    input.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus has left
    <div
      className="ds-combobox"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) state.close()
      }}
    >
      <span className="ds-input-frame">
        <input
          {...field}
          ref={input}
          type="text"
          role="combobox"
          className={classNames('ds-input ds-combobox-input', clearable && chosen && 'ds-combobox-clearable')}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          disabled={disabled}
          aria-expanded={open}
          aria-controls={open ? list : undefined}
          aria-autocomplete="list"
          aria-activedescendant={open && found[at] ? `${list}-${at}` : undefined}
          value={query ?? chosen?.label ?? ''}
          onChange={(event) => state.type(event.target.value)}
          onClick={state.show}
          onKeyDown={state.onKeyDown}
        />
        {clearable && chosen && !disabled && (
          <button
            type="button"
            className="ds-input-button ds-combobox-clear"
            aria-label={t('clear')}
            onClick={clear}
          >
            <CloseIcon />
          </button>
        )}
        <ChevronDownIcon className="ds-select-chevron" />
      </span>
      {open && <Panel id={list} label={placeholder ?? t('openList')} value={value} state={state} />}
      <span className="ds-hidden" role="status">
        {open && query !== null ? t('resultCount', { count: found.length }) : ''}
      </span>
    </div>
  )
}

type State = ReturnType<typeof useCombobox>
type StateProps = Pick<Props, 'options' | 'value' | 'onChange' | 'clearable' | 'disabled'> & { limit: number }

/** The typed text, the matching rows, and the active row. */
function useCombobox({ options, value, onChange, clearable, disabled, limit }: StateProps) {
  const [query, setQuery] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const chosen = options.find((option) => option.value === value)
  const found = useMemo(
    () => (query === null ? options : matching(options, query)).slice(0, limit),
    [options, query, limit],
  )
  const at = Math.min(active, found.length - 1)

  const show = () => {
    if (disabled || open) return
    setActive(
      Math.max(
        0,
        found.findIndex((option) => option.value === value),
      ),
    )
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    setQuery(null)
  }
  const choose = (option: ComboboxOption | undefined) => {
    if (option === undefined) return
    onChange(option.value)
    close()
  }
  const type = (text: string) => {
    setQuery(text)
    setActive(0)
    setOpen(true)
    if (text === '' && clearable) onChange(null)
  }
  const clear = () => {
    onChange(null)
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      if (!open) return show()
      const wrapped = Math.abs(to - at) === 1 ? (to + found.length) % found.length : to
      return setActive(Math.max(0, Math.min(found.length - 1, wrapped)))
    }
    if (event.key === 'Enter' && open) {
      event.preventDefault()
      return choose(found[at])
    }
    if (event.key === 'Escape' && open) {
      event.preventDefault()
      event.stopPropagation()
      return close()
    }
  }
  return { query, open, found, at, chosen, setActive, show, close, choose, type, clear, onKeyDown }
}

type PanelProps = { id: string; label: string; value: string | null; state: State }

function Panel({ id, label, value, state: { found, at, query, setActive, choose } }: PanelProps) {
  const t = useTranslator(designTexts.ui)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView?.({ block: 'nearest' })
  }, [at])
  return (
    <div className="ds-combobox-panel">
      <div role="listbox" ref={list} id={id} className="ds-combobox-list" aria-label={label}>
        {found.map((option, index) => (
          // keys go to the text field, which refers to the row by aria-activedescendant
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div
            key={option.value}
            role="option"
            id={`${id}-${index}`}
            data-at={index}
            aria-selected={option.value === value}
            className={classNames('ds-combobox-option', index === at && 'ds-combobox-active')}
            onPointerMove={() => setActive(index)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
          >
            <span>
              {option.label}
              {option.hint !== undefined && <span className="ds-combobox-hint">{option.hint}</span>}
            </span>
            {option.value === value && <CheckIcon />}
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="ds-combobox-none">{t('noMatches', { query: query ?? '' })}</p>}
    </div>
  )
}

function matching(options: readonly ComboboxOption[], query: string): readonly ComboboxOption[] {
  const wanted = foldText(query)
  if (wanted === '') return options
  const rank = ({ label, hint = '', keywords = [] }: ComboboxOption) => {
    const names = [label, ...keywords].map(foldText)
    if (names.some((name) => name.startsWith(wanted))) return 0
    if (names.some((name) => name.includes(` ${wanted}`))) return 1
    return names.some((name) => name.includes(wanted)) ? 2 : foldText(hint).startsWith(wanted) ? 3 : 4
  }
  return options
    .map((option) => ({ option, rank: rank(option) }))
    .filter((each) => each.rank < 4)
    .sort((a, b) => a.rank - b.rank)
    .map((each) => each.option)
}
