import { Button, IconButton } from '@darsi/design/forms/button.tsx'
import { ArrowEndIcon, ArrowStartIcon, EyeIcon, PlusIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../../texts.ts'

type Props = {
  /** Counted from 0. */
  at: number
  count: number
  onTurn: (to: number) => void
  onAdd: (() => void) | null
  /** Null if no teacher is there to follow. */
  onFollow: (() => void) | null
}

export function PageBar({ at, count, onTurn, onAdd, onFollow }: Props) {
  const t = useTranslator(texts.board)
  return (
    <nav className="ds-board-pages" aria-label={t('pages')}>
      <IconButton
        icon={ArrowStartIcon}
        label={t('pageBefore')}
        disabled={at === 0}
        onClick={() => onTurn(at - 1)}
      />
      <span className="ds-numbers" aria-live="polite">
        {t('pageOf', { page: at + 1, pages: count })}
      </span>
      <IconButton
        icon={ArrowEndIcon}
        label={t('pageAfter')}
        disabled={at >= count - 1}
        onClick={() => onTurn(at + 1)}
      />
      {onAdd && <IconButton icon={PlusIcon} label={t('addPage')} onClick={onAdd} />}
      {onFollow && (
        <Button size="sm" variant="soft" icon={EyeIcon} onClick={onFollow}>
          {t('follow')}
        </Button>
      )}
    </nav>
  )
}
