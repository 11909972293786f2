import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { ChevronDownIcon, ChevronUpIcon, SortIcon } from '../graphics/icons.tsx'
import { useTranslator } from '../i18n/i18n.tsx'
import { designTexts } from '../i18n/texts.ts'
import './table.css'

export type Column<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** The row's header cell, and the title of its card on a phone. */
  isRowHeader?: boolean
  sortable?: boolean
  align?: 'start' | 'end'
  /** Hides the header visually: for the column of buttons. */
  hideHeader?: boolean
}

export type Sort = { column: string; descending: boolean }

type Props<Row> = {
  caption: ReactNode
  hideCaption?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: Sort | null
  onSort?: (sort: Sort) => void
  /** Shown instead of rows if there are none. */
  empty?: ReactNode
  loading?: boolean
  /** On a phone the values of a row share lines, for long lists of short values. */
  compact?: boolean
}

/** A table on wide screens; on phones every row is a card with the column names beside its values. */
export function Table<Row>({
  caption,
  hideCaption = false,
  columns,
  rows,
  rowKey,
  sort = null,
  onSort,
  empty,
  loading = false,
  compact = false,
}: Props<Row>) {
  return (
    <div className="ds-table-frame">
      <table
        className={classNames('ds-table', compact && 'ds-table-compact')}
        aria-busy={loading || undefined}
      >
        <caption className={hideCaption ? 'ds-hidden' : 'ds-table-caption'}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <Cell key={column.id} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && empty !== undefined && <div className="ds-table-empty">{empty}</div>}
    </div>
  )
}

type HeaderProps<Row> = { column: Column<Row>; sort: Sort | null; onSort: ((sort: Sort) => void) | undefined }

function HeaderCell<Row>({ column, sort, onSort }: HeaderProps<Row>) {
  const t = useTranslator(designTexts.ui)
  const own = sort?.column === column.id ? sort : null
  const Glyph = own === null ? SortIcon : own.descending ? ChevronDownIcon : ChevronUpIcon
  return (
    <th
      scope="col"
      className={classNames(column.align === 'end' && 'ds-table-end')}
      aria-sort={own === null ? undefined : own.descending ? 'descending' : 'ascending'}
    >
      {column.sortable === true && onSort ? (
        <button
          type="button"
          className="ds-table-sort"
          title={t('sortBy', { column: column.header })}
          onClick={() => onSort({ column: column.id, descending: own !== null && !own.descending })}
        >
          {column.header}
          <Glyph className={own === null ? 'ds-table-sort-idle' : ''} />
        </button>
      ) : (
        <span className={column.hideHeader === true ? 'ds-hidden' : ''}>{column.header}</span>
      )}
    </th>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const className = classNames(column.align === 'end' && 'ds-table-end')
  if (column.isRowHeader === true) {
    return (
      <th scope="row" className={className}>
        {column.cell(row)}
      </th>
    )
  }
  return (
    <td className={className}>
      {column.hideHeader !== true && (
        <span className="ds-table-name" aria-hidden="true">
          {column.header}
        </span>
      )}
      <div className="ds-table-value">{column.cell(row)}</div>
    </td>
  )
}
