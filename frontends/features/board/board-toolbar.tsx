import { classNames } from '@darsi/design/class-names.ts'
import { Menu } from '@darsi/design/dialogs/menu.tsx'
import { IconButton } from '@darsi/design/forms/button.tsx'
import { MoreIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { RedoIcon, toolIcons, UndoIcon } from './board-icons.tsx'
import { type Ink, inks, type Paper, papers } from './board-object.ts'
import { boardTexts } from './texts.ts'
import { type Tool, tools, widths } from './tool.ts'

type Props = {
  tool: Tool
  ink: Ink
  width: number
  mayWrite: boolean
  /** Read-only: the laser pointer is hidden. */
  alone: boolean
  paper: Paper
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
export function BoardToolbar({ tool, ink, width, mayWrite, alone, onTool, ...rest }: Props) {
  const t = useTranslator(boardTexts)
  const offered = mayWrite ? tools : readingTools.slice(0, alone ? 1 : 2)
  return (
    <div className="ds-board-bar">
      <Row label={t('tools')}>
        {offered.map((each) => (
          <IconButton
            key={each}
            icon={toolIcons[each]}
            label={t(`tool_${each}`)}
            aria-pressed={tool === each}
            className={classNames('ds-board-tool', tool === each && 'ds-board-chosen')}
            onClick={() => onTool(each)}
          />
        ))}
      </Row>
      <div className="ds-board-row">
        {mayWrite && (
          <>
            <IconButton icon={UndoIcon} label={t('undo')} onClick={rest.onUndo} />
            <IconButton icon={RedoIcon} label={t('redo')} onClick={rest.onRedo} />
            <Inks ink={ink} onInk={rest.onInk} />
            <Widths width={width} onWidth={rest.onWidth} />
          </>
        )}
        <MoreMenu mayWrite={mayWrite} {...rest} />
      </div>
    </div>
  )
}

function Inks({ ink, onInk }: Pick<Props, 'ink' | 'onInk'>) {
  const t = useTranslator(boardTexts)
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
  const t = useTranslator(boardTexts)
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
  const t = useTranslator(boardTexts)
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
  const onKeyDown = (event: KeyboardEvent) => {
    const all = [...(row.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    const at = all.findIndex((button) => button.matches(':focus'))
    const rightToLeft = row.current?.matches(':dir(rtl)') ?? false
    const step = { ArrowRight: rightToLeft ? -1 : 1, ArrowLeft: rightToLeft ? 1 : -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    all[(at + step + all.length) % all.length]?.focus()
  }
  return (
    <div ref={row} className="ds-board-row" role="toolbar" aria-label={label} onKeyDown={onKeyDown}>
      {children}
    </div>
  )
}
