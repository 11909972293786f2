import { useDirection } from '@darsi/design/i18n/i18n.tsx'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { createStage, type StageState } from './stage-controller.ts'

type Props = StageState & {
  label: string
  hint: string
  onUndo: () => void
  onRedo: () => void
}

/** The page on the screen. The canvas only has a name, because the object list describes its content. */
export function Stage({ label, hint, onUndo, onRedo, ...state }: Props) {
  const root = useRef<HTMLDivElement>(null)
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
  }, [])
  useEffect(() => stage.current?.update(state))

  const onKeyDown = (event: KeyboardEvent) => {
    const forward = direction === 'rtl' ? -1 : 1
    const step = 60
    const pans: Readonly<Record<string, readonly [number, number]>> = {
      ArrowUp: [0, step],
      ArrowDown: [0, -step],
      ArrowLeft: [step, 0],
      ArrowRight: [-step, 0],
      PageUp: [0, step * 5],
      PageDown: [0, -step * 5],
    }
    const pan = pans[event.key]
    const control = event.ctrlKey || event.metaKey
    if (control && event.key.toLowerCase() === 'z') (event.shiftKey ? onRedo : onUndo)()
    else if (control && event.key.toLowerCase() === 'y') onRedo()
    else if (control) return
    else if (pan) stage.current?.pan({ x: pan[0], y: pan[1] })
    else if (event.key === '+' || event.key === '=') stage.current?.zoom(1.25)
    else if (event.key === '-') stage.current?.zoom(0.8)
    else if (event.key === '0') stage.current?.whole()
    else if (event.key === 'Enter') stage.current?.placeInMiddle(forward)
    else return
    event.preventDefault()
  }
  return (
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
  )
}
