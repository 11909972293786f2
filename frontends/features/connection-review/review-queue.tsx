import { TextDialog } from '@darsi/client/dialogs/text-dialog.tsx'
import { plainClick } from '@darsi/client/place/plain-click.ts'
import { useLinkedItem } from '@darsi/client/place/use-linked-item.ts'
import { anyText, usePlace } from '@darsi/client/place/use-place.ts'
import { PagedPanel, type Pages } from '@darsi/client/query/paged-panel.tsx'
import { withoutRow } from '@darsi/client/query/use-pages.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import type { Translate } from '@darsi/design/i18n/catalogue.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react'
import { texts } from '../texts.ts'

type TeacherDecision = 'grant' | 'refuse' | 'cardShow' | 'cardKeep'
type Decision = 'approve' | 'decline' | TeacherDecision
type Dialog = Pick<ComponentProps<typeof TextDialog>, 'title' | 'done' | 'failed' | 'label' | 'missing'> & {
  draft?: string
  text: string
}

type Props<Row, D extends Decision> = {
  /** The parameter of the address that names a row. */
  item: string
  title: string
  /** Shown if no row waits. */
  empty: string
  pages: Omit<Pages, 'rows'> & {
    rows: readonly Row[]
    change: (update: (rows: readonly Row[]) => readonly Row[]) => void
    refresh: () => void
  }
  /** The second decision refuses. */
  decisions: readonly [D, D]
  nameOf: (row: Row) => string
  /** The first line of a row, by default its name. */
  heading?: (row: Row) => string
  /** The lines below. */
  row: (row: Row) => ReactNode
  /** The texts of the dialog for one row. */
  dialog: (row: Row, decision: D) => Dialog
  decide: (row: Row, decision: D, notes: string) => Promise<unknown>
}

/** The texts of a dialog that decides something about a teacher. */
export const teacherDialog = (
  t: Translate<'notes' | `${TeacherDecision}${'Title' | 'Text' | 'Done'}`>,
  { teacherName, decision, failed }: { teacherName: string; decision: TeacherDecision; failed: string },
): Dialog => ({
  title: t(`${decision}Title`, { name: teacherName }),
  text: t(`${decision}Text`),
  label: t('notes'),
  done: t(`${decision}Done`),
  failed,
})

/** Rows that wait for an administrator, longest waiting first. A row is decided with notes and then removed. */
export function ReviewQueue<Row extends { id: string }, D extends Decision>(props: Props<Row, D>) {
  const { item, title, empty, pages, decisions, nameOf, heading = nameOf, row: renderRow } = props
  const t = useTranslator(texts.connectionReview)
  const [, { open, hrefOf }] = usePlace(useMemo(() => ({ [item]: anyText() }), [item]))
  const list = useLinkedItem(item, pages.rows)
  const [asked, setAsked] = useState<{ row: Row; decision: D } | null>(null)
  return (
    <Card title={title} level={3}>
      <PagedPanel pages={pages} empty={<p className="ds-soft">{empty}</p>}>
        <ul ref={list} className="ds-upgrades" aria-busy={pages.loading || undefined}>
          {pages.rows.map((row) => (
            <li key={row.id} className="ds-upgrade">
              <div>
                <p>
                  <strong dir="auto">
                    <a href={hrefOf({ [item]: row.id })} onClick={plainClick(() => open({ [item]: row.id }))}>
                      {heading(row)}
                    </a>
                  </strong>
                </p>
                {renderRow(row)}
              </div>
              <div className="ds-row">
                {decisions.map((decision) => (
                  <Button
                    key={decision}
                    size="sm"
                    variant={decision === decisions[0] ? 'primary' : 'secondary'}
                    aria-label={t('actionOf', { action: t(decision), pair: nameOf(row) })}
                    onClick={() => setAsked({ row, decision })}
                  >
                    {t(decision)}
                  </Button>
                ))}
              </div>
            </li>
          ))}
        </ul>
      </PagedPanel>
      {asked !== null && <DecisionDialog {...props} {...asked} onClose={() => setAsked(null)} />}
    </Card>
  )
}

type DialogProps<Row, D extends Decision> = Pick<
  Props<Row, D>,
  'pages' | 'decisions' | 'dialog' | 'decide'
> & {
  row: Row
  decision: D
  onClose: () => void
}

function DecisionDialog<Row extends { id: string }, D extends Decision>(props: DialogProps<Row, D>) {
  const { row, decision, pages, decisions, decide, onClose } = props
  const t = useTranslator(texts.connectionReview)
  const { text, draft, ...dialog } = props.dialog(row, decision)
  return (
    <TextDialog
      {...dialog}
      draft={draft ?? `${decision}/${row.id}`}
      confirm={t(decision)}
      danger={decision === decisions[1]}
      optional={dialog.missing === undefined}
      onText={async (notes) => {
        await decide(row, decision, notes)
        pages.change(withoutRow(row.id))
        pages.refresh()
      }}
      onClose={onClose}
    >
      <p>{text}</p>
    </TextDialog>
  )
}
