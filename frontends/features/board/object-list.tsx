import { Dialog } from '@darsi/design/dialogs/dialog.tsx'
import { EmptyState } from '@darsi/design/feedback/empty-state.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type BoardObject, isWritten } from './board-object.ts'
import type { Placed } from './board-page.ts'
import { FormulaMarkup } from './formula-markup.tsx'
import { boardTexts } from './texts.ts'

type Props = {
  objects: readonly Placed[]
  pending: ReadonlySet<string>
  nameOf: (userId: string) => string
  mayErase: (object: BoardObject) => boolean
  onEdit: ((placed: Placed) => void) | null
  onErase: (id: string) => void
  onClose: () => void
}

/** Of evidence: the server names erased objects so. */
const wasErased = (id: string) => id.includes('~')

/** The page as a text list: objects and their authors. Texts can be changed and all objects erased. */
export function ObjectList({ objects, pending, nameOf, mayErase, onEdit, onErase, onClose }: Props) {
  const t = useTranslator(boardTexts)
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
                {pending.has(id) && ` · ${t('notSentMark')}`}
                {wasErased(id) && ` · ${t('erasedMark')}`}
              </span>
            </span>
            {mayErase(object) && (
              <span className="ds-row">
                {onEdit && isWritten(object) && (
                  <Button
                    size="sm"
                    variant="secondary"
                    aria-label={t('editNumber', { number: index + 1 })}
                    onClick={() => onEdit({ id, object })}
                  >
                    {t('edit')}
                  </Button>
                )}
                <Button
                  size="sm"
                  variant="quiet"
                  aria-label={t('eraseNumber', { number: index + 1 })}
                  onClick={() => onErase(id)}
                >
                  {t('erase')}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
