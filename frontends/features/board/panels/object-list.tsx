import { Dialog } from '@darsi/design/dialogs/dialog.tsx'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../../texts.ts'
import { type BoardObject, isWritten, type Placed } from '../page/board-object.ts'
import { FormulaMarkup } from '../page/formula-markup.tsx'

type Props = {
  objects: readonly Placed[]
  pending: ReadonlySet<string>
  nameOf: (userId: string) => string
  mayChange: (object: BoardObject) => boolean
  /** Selects it on the page, where the arrow keys move it. */
  onMove: (id: string) => void
  onEdit: ((placed: Placed) => void) | null
  onErase: (id: string) => void
  onClose: () => void
}

/** In the evidence of a report the server marks erased objects by this id. */
const wasErased = (id: string) => id.includes('~')

/** The page as a text list: objects and their authors. Texts can be changed and all objects erased. */
export function ObjectList({ objects, pending, nameOf, onClose, ...actions }: Props) {
  const t = useTranslator(texts.board)
  return (
    <Dialog open title={t('list')} onClose={onClose} size="md">
      {objects.length === 0 && <EmptyState title={t('listEmpty')} level={3} />}
      <ol className="ds-board-list">
        {objects.map(({ id, object }, index) => (
          <li key={id} className="ds-board-item">
            <span className="ds-board-swatch" data-ink={object.ink} />
            <span className="ds-board-what">
              <span>
                {t(`kind_${object.kind}`)}
                {object.kind === 'formula' && (
                  <bdi dir="ltr">
                    {' '}
                    <FormulaMarkup source={object.text} />
                  </bdi>
                )}
              </span>
              {(object.kind === 'text' || object.kind === 'picture') && object.text !== '' && (
                <span dir="auto">{object.text}</span>
              )}
              <span className="ds-soft ds-small">
                {t('madeBy', { name: nameOf(object.by) })}
                {pending.has(id) && `\u00a0· ${t('notSentMark')}`}
                {wasErased(id) && `\u00a0· ${t('erasedMark')}`}
              </span>
            </span>
            <Actions placed={{ id, object }} number={index + 1} {...actions} />
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

type ActionProps = Pick<Props, 'mayChange' | 'onMove' | 'onEdit' | 'onErase'> & {
  placed: Placed
  number: number
}

function Actions({ placed, number, mayChange, onMove, onEdit, onErase }: ActionProps) {
  const t = useTranslator(texts.board)
  const { id, object } = placed
  if (!mayChange(object)) return null
  return (
    <span className="ds-row">
      {onEdit && isWritten(object) && (
        <Button
          size="sm"
          variant="secondary"
          aria-label={t('editNumber', { number })}
          onClick={() => onEdit(placed)}
        >
          {t('edit')}
        </Button>
      )}
      <Button
        size="sm"
        variant="secondary"
        aria-label={t('moveNumber', { number })}
        onClick={() => onMove(id)}
      >
        {t('move')}
      </Button>
      <Button size="sm" variant="quiet" aria-label={t('eraseNumber', { number })} onClick={() => onErase(id)}>
        {t('erase')}
      </Button>
    </span>
  )
}
