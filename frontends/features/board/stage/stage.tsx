import { IconButton } from '@darsi/design/forms/button.tsx'
import { CheckIcon, TrashIcon } from '@darsi/design/graphics/icons.tsx'
import { useDirection, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from 'react'
import { texts } from '../../texts.ts'
import { startOf } from '../page/moving.ts'
import { square } from '../page/shapes.ts'
import { DownIcon, LeftIcon, RightIcon, UpIcon } from '../panels/board-icons.tsx'
import { createStage, type StageState } from './stage-controller.ts'

type Props = StageState & {
  /** The element that takes the keys. */
  root: RefObject<HTMLDivElement | null>
  label: string
  hint: string
  onUndo: () => void
  onRedo: () => void
}

/** How far a key moves an object; with Shift for the last bit. */
const step = square / 2
const smallStep = 3

/** The page on the screen. The canvas only has a name, because the object list describes its content. */
export function Stage({ root, label, hint, onUndo, onRedo, ...state }: Props) {
  const t = useTranslator(texts.board)
  const below = useRef<HTMLCanvasElement>(null)
  const above = useRef<HTMLCanvasElement>(null)
  const stage = useRef<ReturnType<typeof createStage>>(null)
  const direction = useDirection()
  const id = useId()
  const latest = useRef(state)
  latest.current = state

  useEffect(() => {
    if (!root.current || !below.current || !above.current) return
    const made = createStage(root.current, below.current, above.current, latest.current)
    stage.current = made
    return () => made?.close()
  }, [root])
  useEffect(() => stage.current?.update(state))

  const { selected } = state
  const drop = () => state.onSelect(null)
  const erase = () => {
    if (selected) state.page.erase([selected.id])
    root.current?.focus()
  }
  const onSelected = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const arrow = arrows[key]
    const far = shiftKey ? smallStep : step
    if (selected === null) return false
    if (arrow) stage.current?.nudge({ x: arrow.x * far, y: arrow.y * far })
    else if (key === 'Delete' || key === 'Backspace') erase()
    else if (key === 'Escape') drop()
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const forward = direction === 'rtl' ? -1 : 1
    const arrow = arrows[event.key]
    const paged = { PageUp: 300, PageDown: -300 }[event.key]
    const control = event.ctrlKey || event.metaKey
    if (control && event.key.toLowerCase() === 'z') (event.shiftKey ? onRedo : onUndo)()
    else if (control && event.key.toLowerCase() === 'y') onRedo()
    else if (control) return
    else if (onSelected(event)) event.stopPropagation()
    else if (arrow) stage.current?.pan({ x: arrow.x * -60, y: arrow.y * -60 })
    else if (paged !== undefined) stage.current?.pan({ x: 0, y: paged })
    else if (event.key === '+' || event.key === '=') stage.current?.zoom(1.25)
    else if (event.key === '-') stage.current?.zoom(0.8)
    else if (event.key === '0') stage.current?.whole()
    else if (event.key === 'Enter' && state.tool === 'select') stage.current?.selectNext()
    else if (event.key === 'Enter') stage.current?.placeInMiddle(forward)
    else return
    event.preventDefault()
  }
  const start = selected && startOf(selected.object)
  return (
    <div className="ds-board-place">
      <div
        ref={root}
        className="ds-board-stage"
        role="application"
        aria-label={label}
        aria-describedby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrows move it, + and - zoom it, Enter puts a shape there
        tabIndex={0}
        data-tool={state.tool}
        onKeyDown={onKeyDown}
      >
        <canvas ref={below} />
        <canvas ref={above} />
        <span id={id} className="ds-hidden">
          {hint}
        </span>
      </div>
      {selected && (
        <SelectionBar
          onMove={({ x, y }) => stage.current?.nudge({ x: x * step, y: y * step })}
          onErase={erase}
          onDone={() => {
            drop()
            root.current?.focus()
          }}
        />
      )}
      <p className="ds-hidden" role="status">
        {selected &&
          start &&
          t('selectedAt', {
            kind: t(`kind_${selected.object.kind}`),
            column: Math.floor(start.x / square) + 1,
            row: Math.floor(start.y / square) + 1,
          })}
      </p>
    </div>
  )
}

const arrows: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
}

type SelectionProps = {
  /** One step in this direction. */
  onMove: (to: { x: number; y: number }) => void
  onErase: () => void
  onDone: () => void
}

/** For the selected object: not everybody can drag, and a finger hides what it drags. */
function SelectionBar({ onMove, onErase, onDone }: SelectionProps) {
  const t = useTranslator(texts.board)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a question, these are buttons
    <div className="ds-board-selection" role="group" aria-label={t('selection')} dir="ltr">
      <IconButton icon={LeftIcon} label={t('moveLeft')} onClick={() => onMove({ x: -1, y: 0 })} />
      <IconButton icon={UpIcon} label={t('moveUp')} onClick={() => onMove({ x: 0, y: -1 })} />
      <IconButton icon={DownIcon} label={t('moveDown')} onClick={() => onMove({ x: 0, y: 1 })} />
      <IconButton icon={RightIcon} label={t('moveRight')} onClick={() => onMove({ x: 1, y: 0 })} />
      <IconButton icon={TrashIcon} label={t('eraseSelected')} onClick={onErase} />
      <IconButton icon={CheckIcon} label={t('unselect')} onClick={onDone} />
    </div>
  )
}
