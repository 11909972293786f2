import { classNames } from '@darsi/design/class-names.ts'
import { Dialog } from '@darsi/design/dialogs/dialog.tsx'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { Switch } from '@darsi/design/forms/choice.tsx'
import { ArrowStartIcon, HelpIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { designTexts } from '@darsi/design/i18n/texts.ts'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { plainClick } from '../place/plain-click.ts'
import { clientTexts } from '../texts.ts'
import { type QueueKeys, useQueueKeys } from './use-queue-keys.ts'
import './queue.css'

type Action<Row> = { readonly key: string; readonly label: string; readonly run: (row: Row) => void }

type Props<Row> = {
  /** The name of the list. */
  label: string
  rows: readonly Row[]
  /** From the address; empty if none is open. */
  openId: string
  /** The address of an open row, for another tab. */
  hrefOf: (id: string) => string
  onOpen: (id: string) => void
  onClose: () => void
  item: (row: Row) => ReactNode
  /** Before an item, outside its link: for example a checkbox. */
  mark?: (row: Row) => ReactNode
  detail: (row: Row) => ReactNode
  /** The actions of single keys on the open row. */
  actions: readonly Action<Row>[]
  undo?: () => void
  busy?: boolean
}

/**
 * A list beside the open row, with keys: J and K move, / searches, ? explains. When the open row leaves the list, the
 * next one opens. On a narrow screen the list and the row are shown one at a time.
 */
export function Queue<Row extends { readonly id: string }>(props: Props<Row>) {
  const { label, rows, hrefOf, onOpen, onClose, item, mark, detail, busy } = props
  const t = useTranslator(clientTexts.queue)
  const root = useRef<HTMLDivElement>(null)
  const [helping, setHelping] = useState(false)
  const at = useOpenRow(props, root)
  const open = rows[at]
  useNarrowFocus(props.openId === '' ? '' : (open?.id ?? ''), root)
  // every row is decided and can still be undone: only the keys stay
  const isEmpty = rows.length === 0
  const [keysOn, setKeysOn] = useQueueKeys(keysOf(props, at, root, () => setHelping(true)))
  return (
    <div
      ref={root}
      className={classNames('ds-queue', props.openId !== '' && open !== undefined && 'ds-queue-open')}
    >
      <div className="ds-queue-list" hidden={isEmpty}>
        <ul className="ds-queue-rows" aria-label={label} aria-busy={busy || undefined}>
          {rows.map((row) => (
            <li key={row.id} className="ds-queue-row">
              {mark?.(row)}
              <a
                className="ds-queue-item"
                href={hrefOf(row.id)}
                data-row={row.id}
                aria-current={row.id === open?.id ? 'true' : undefined}
                onClick={plainClick(() => onOpen(row.id))}
              >
                {item(row)}
              </a>
            </li>
          ))}
        </ul>
        <Button
          variant="quiet"
          size="sm"
          icon={HelpIcon}
          className="ds-queue-help"
          onClick={() => setHelping(true)}
        >
          {t('help')}
        </Button>
      </div>
      <section className="ds-queue-detail" hidden={isEmpty}>
        {open === undefined ? (
          <EmptyState title={t('choose')}>{t('chooseText')}</EmptyState>
        ) : (
          <>
            <Button
              variant="quiet"
              size="sm"
              icon={ArrowStartIcon}
              className="ds-queue-back"
              onClick={onClose}
            >
              {t('backToList')}
            </Button>
            {detail(open)}
          </>
        )}
      </section>
      {helping && (
        <KeyHelp
          actions={props.actions}
          withUndo={props.undo !== undefined}
          on={keysOn}
          onSwitch={setKeysOn}
          onClose={() => setHelping(false)}
        />
      )}
    </div>
  )
}

/** The index of the open row. On a wide screen the row that was first is open until another is chosen. */
function useOpenRow<Row extends { readonly id: string }>(
  { rows, openId, onOpen }: Props<Row>,
  root: React.RefObject<HTMLElement | null>,
): number {
  const isWide = useIsWide()
  const last = useRef({ at: -1, id: '', shownId: '' })
  // an id that was never in the list is loaded by the list's owner
  const wasOpen = openId !== '' && last.current.id === openId
  const isFirstShown = openId === '' && isWide
  // a new row above it does not replace it
  const shownId = isFirstShown ? last.current.shownId : openId
  const found = rows.findIndex(({ id }) => id === shownId)
  const at =
    found >= 0
      ? found
      : wasOpen || isFirstShown
        ? Math.min(Math.max(last.current.at, 0), rows.length - 1)
        : -1
  const next = found < 0 && wasOpen ? rows[at]?.id : undefined
  useEffect(() => {
    const { shownId: left } = last.current
    const hasLeft = left !== '' && !rows.some(({ id }) => id === left)
    last.current =
      at >= 0 ? { at, id: openId, shownId: rows[at]?.id ?? '' } : { ...last.current, shownId: '' }
    if (next !== undefined) onOpen(next)
    // the pressed button was removed with its row
    const isLost = document.activeElement === document.body || root.current?.contains(document.activeElement)
    if (hasLeft && isLost) (rowButton(root.current, rows[at]?.id ?? '') ?? mainOf(root.current))?.focus()
  })
  return at
}

/** On a narrow screen the pressed button disappears: the focus goes to the opened row's heading, and back to the row. */
function useNarrowFocus(openId: string, root: React.RefObject<HTMLElement | null>) {
  const isWide = useIsWide()
  const last = useRef(openId)
  useEffect(() => {
    const left = last.current
    last.current = openId
    if (isWide || left === openId) return
    if (openId === '') return rowButton(root.current, left)?.focus()
    const detail = root.current?.querySelector<HTMLElement>('.ds-queue-detail')
    const heading = detail?.querySelector<HTMLElement>('h2, h3, h4') ?? detail
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
    detail?.scrollIntoView?.({ block: 'start' })
  }, [openId, isWide, root])
}

function keysOf<Row extends { readonly id: string }>(
  { rows, actions, onOpen, undo }: Props<Row>,
  at: number,
  root: React.RefObject<HTMLElement | null>,
  help: () => void,
): QueueKeys {
  const go = (to: number) => {
    const row = rows[Math.min(Math.max(to, 0), rows.length - 1)]
    if (row === undefined) return
    onOpen(row.id)
    rowButton(root.current, row.id)?.focus()
  }
  const open = rows[at]
  return {
    ...Object.fromEntries(actions.map(({ key, run }) => [key, () => open && run(open)])),
    ...(undo && { z: undo }),
    j: () => go(at + 1),
    k: () => go(at - 1),
    '/': () => searchField()?.focus(),
    '?': help,
  }
}

const mainOf = (root: HTMLElement | null) => root?.closest('main')

const searchField = () => document.querySelector<HTMLElement>('main input[type=search]')

const rowButton = (root: HTMLElement | null, id: string) =>
  [...(root?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].find(({ dataset }) => dataset['row'] === id)

const wide = '(min-width: 64rem)'

function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(wide)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => matchMedia(wide).matches,
  )
}

type HelpProps = {
  actions: readonly Pick<Action<never>, 'key' | 'label'>[]
  withUndo: boolean
  on: boolean
  onSwitch: (on: boolean) => void
  onClose: () => void
}

function KeyHelp({ actions, withUndo, on, onSwitch, onClose }: HelpProps) {
  const t = useTranslator(clientTexts.queue)
  const ui = useTranslator(designTexts.ui)
  const keys = [
    ['J', t('keyNext')],
    ['K', t('keyPrevious')],
    ...actions.map(({ key, label }) => [key.toUpperCase(), label]),
    ...(withUndo ? [['Z', t('keyUndo')]] : []),
    ...(searchField() === null ? [] : [['/', t('keySearch')]]),
    ['?', t('keyHelp')],
  ]
  return (
    <Dialog
      open
      size="sm"
      title={t('help')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{ui('close')}</Button>}
    >
      <div className="ds-stack">
        <p>{t('helpLead')}</p>
        <dl className="ds-queue-keys">
          {keys.map(([key, what]) => (
            <div key={key}>
              <dt>
                <kbd dir="ltr">{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <Switch label={t('useKeys')} checked={on} onChange={(event) => onSwitch(event.target.checked)} />
      </div>
    </Dialog>
  )
}
