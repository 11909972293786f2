import { classNames } from '@darsi/design/class-names.ts'
import { Menu } from '@darsi/design/dialogs/menu.tsx'
import { IconButton } from '@darsi/design/forms/button.tsx'
import { MoreIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { texts } from '../../texts.ts'
import { type Ink, inks, type Paper, papers, type ShapeKind, shapeKinds } from '../page/board-object.ts'
import { barTools, type Tool, widths } from '../page/tool.ts'
import { PenOnlyIcon, RedoIcon, toolIcons, UndoIcon } from './board-icons.tsx'

type Props = {
  tool: Tool
  ink: Ink
  width: number
  mayWrite: boolean
  /** Read-only: the laser pointer is hidden. */
  alone: boolean
  paper: Paper
  /** Null where no pen was used. */
  penOnly: boolean | null
  onPenOnly: (only: boolean) => void
  onTool: (tool: Tool) => void
  onInk: (ink: Ink) => void
  onWidth: (width: number) => void
  onUndo: () => void
  onRedo: () => void
  onPaper: (paper: Paper) => void
  onPng: () => void
  onPdf: () => void
  onPicture: () => void
  onList: () => void
}

const readingTools = ['hand', 'laser'] as const

/** The tools, below the page within reach of the thumb. Arrow keys move between them. */
export function BoardToolbar({
  tool,
  ink,
  width,
  mayWrite,
  alone,
  penOnly,
  onPenOnly,
  onTool,
  ...rest
}: Props) {
  const t = useTranslator(texts.board)
  const shape = shapeKinds.find((kind) => kind === tool) ?? null
  const offered = mayWrite ? barTools : readingTools.slice(0, alone ? 1 : 2)
  return (
    <div className="ds-board-bar">
      <Row label={t('tools')}>
        {offered.map((each) =>
          each === 'shapes' ? (
            <Shapes key={each} shape={shape} onTool={onTool} />
          ) : (
            <IconButton
              key={each}
              icon={toolIcons[each]}
              label={t(`tool_${each}`)}
              aria-pressed={tool === each}
              className={classNames(tool === each && 'ds-board-chosen')}
              onClick={() => onTool(each)}
            />
          ),
        )}
      </Row>
      <div className="ds-board-row">
        {mayWrite && (
          <>
            <IconButton icon={UndoIcon} label={t('undo')} onClick={rest.onUndo} />
            <IconButton icon={RedoIcon} label={t('redo')} onClick={rest.onRedo} />
            <Inks ink={ink} onInk={rest.onInk} />
            <Widths width={width} onWidth={rest.onWidth} />
            {penOnly !== null && (
              <IconButton
                icon={PenOnlyIcon}
                label={t('penOnly')}
                aria-pressed={penOnly}
                className={classNames(penOnly && 'ds-board-chosen')}
                onClick={() => onPenOnly(!penOnly)}
              />
            )}
          </>
        )}
        <MoreMenu mayWrite={mayWrite} {...rest} />
      </div>
    </div>
  )
}

/** The shapes share one place, so that all tools fit the width of a phone. */
function Shapes({ shape, onTool }: { shape: ShapeKind | null; onTool: (tool: Tool) => void }) {
  const t = useTranslator(texts.board)
  return (
    <Menu
      label={shape === null ? t('tool_shapes') : `${t('tool_shapes')}: ${t(`tool_${shape}`)}`}
      trigger={null}
      icon={toolIcons[shape ?? 'rectangle']}
      align="start"
      className={classNames('ds-board-menu', shape !== null && 'ds-board-chosen')}
      items={shapeKinds.map((each) => ({
        id: each,
        label: t(`tool_${each}`),
        icon: toolIcons[each],
        checked: each === shape,
        onSelect: () => onTool(each),
      }))}
    />
  )
}

function Inks({ ink, onInk }: Pick<Props, 'ink' | 'onInk'>) {
  const t = useTranslator(texts.board)
  return (
    <Row label={t('colour')}>
      {inks.map((each) => (
        <button
          key={each}
          type="button"
          className="ds-board-ink"
          data-ink={each}
          aria-label={t(`ink_${each}`)}
          aria-pressed={ink === each}
          onClick={() => onInk(each)}
        />
      ))}
    </Row>
  )
}

function Widths({ width, onWidth }: Pick<Props, 'width' | 'onWidth'>) {
  const t = useTranslator(texts.board)
  return (
    <Menu
      label={t('width')}
      trigger={<span className="ds-board-width" data-width={width} />}
      className="ds-board-menu"
      items={widths.map((each, index) => ({
        id: String(each),
        label: t('widthStep', { step: index + 1 }),
        checked: width === each,
        onSelect: () => onWidth(each),
      }))}
    />
  )
}

type MoreProps = Pick<Props, 'mayWrite' | 'paper' | 'onPaper' | 'onPng' | 'onPdf' | 'onPicture' | 'onList'>

function MoreMenu({ mayWrite, paper, onPaper, onPng, onPdf, onPicture, onList }: MoreProps) {
  const t = useTranslator(texts.board)
  const writing = [
    { id: 'picture', label: t('addPicture'), onSelect: onPicture },
    ...papers.map((each) => ({
      id: each,
      label: t(`paper_${each}`),
      checked: each === paper,
      onSelect: () => onPaper(each),
    })),
  ]
  return (
    <Menu
      label={t('more')}
      trigger={null}
      icon={MoreIcon}
      className="ds-board-menu"
      items={[
        { id: 'list', label: t('list'), onSelect: onList },
        ...(mayWrite ? writing : []),
        { id: 'pdf', label: t('savePdf'), onSelect: onPdf },
        { id: 'png', label: t('savePng'), onSelect: onPng },
      ]}
    />
  )
}

/** A toolbar with one tab stop; arrow keys move inside it. */
function Row({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null)
  const buttons = () => [
    ...(row.current?.querySelectorAll<HTMLElement>(':scope > button, :scope > .ds-menu > button') ?? []),
  ]
  const stopAt = (one: HTMLElement | undefined) => {
    for (const button of buttons()) button.tabIndex = button === one ? 0 : -1
  }
  // the chosen one, until the arrow keys have gone to another one
  useEffect(() => {
    const all = buttons()
    if (all.some((button) => button.matches(':focus'))) return
    stopAt(all.find((button) => button.matches('[aria-pressed=true], .ds-board-chosen > *')) ?? all[0])
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const all = buttons()
    const at = all.findIndex((button) => button.matches(':focus'))
    const rightToLeft = row.current?.matches(':dir(rtl)') ?? false
    const step = { ArrowRight: rightToLeft ? -1 : 1, ArrowLeft: rightToLeft ? 1 : -1 }[event.key]
    if (step === undefined || at < 0) return
    event.preventDefault()
    const next = all[(at + step + all.length) % all.length]
    stopAt(next)
    next?.focus()
  }
  return (
    <div ref={row} className="ds-board-row" role="toolbar" aria-label={label} onKeyDown={onKeyDown}>
      {children}
    </div>
  )
}
