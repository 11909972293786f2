import { IconButton } from '@darsi/design/forms/button.tsx'
import { CheckIcon, TrashIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../../texts.ts'
import { DownIcon, LeftIcon, RightIcon, UpIcon } from './board-icons.tsx'

type Props = {
  /** One step in this direction. */
  onMove: (to: { x: number; y: number }) => void
  onErase: () => void
  onDone: () => void
}

/** For the selected object: not everybody can drag, and a finger hides what it drags. */
export function SelectionBar({ onMove, onErase, onDone }: Props) {
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
