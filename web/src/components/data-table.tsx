/** A table whose rows the server searches, sorts and pages: columns on wide screens, cards on narrow ones. */
import { useMediaQuery } from '@mantine/hooks'
import { type ColumnDef, type ReactTable, tableFeatures, useTable } from '@tanstack/react-table'
import { DataTableCards } from './data-table-cards.tsx'
import { DataTableGrid } from './data-table-grid.tsx'
import { type HeldRows, useHeldRows } from './held-rows.ts'
import { NewRows } from './new-rows.tsx'

interface ColumnMeta {
  /** On a card: its heading, beside the heading, or without its name before it. Otherwise 'name: value'. */
  card?: 'heading' | 'aside' | 'plain'
  /** Width of the column, as CSS. */
  width?: string
  align?: 'end'
  /** Its head sorts. */
  sortable?: boolean
}

/** None of the library's own: the server sorts, searches and pages. */
const features = tableFeatures({ columnMeta: {} as ColumnMeta })
export type TableFeatures = typeof features
export type Column<R extends { id: string }> = ColumnDef<TableFeatures, R>

export interface DataTableProps<R extends { id: string }> {
  label: string
  columns: Column<R>[]
  rows: readonly R[]
  /** The column that the rows are sorted by, and the way; none where the order is fixed. */
  sorting?: { id: string; desc: boolean }
  /** Called with a column's id. */
  sortBy?(column: string, order: 'asc' | 'desc'): void
  /** What the rows answer: a search, an order, a page. */
  question?: string
  /** The rows are of an earlier question, and the answer is on its way. */
  stale?: boolean
  /** Rows that are shown greyed. */
  greyed?(row: R): boolean
}

/** What both ways of showing it need. */
export interface ShownTable<R extends { id: string }>
  extends Pick<DataTableProps<R>, 'label' | 'sorting' | 'sortBy' | 'stale' | 'greyed'> {
  table: ReactTable<TableFeatures, R>
  /** Rows that are not in the list any more, and only still here because a hand is at it. */
  gone: HeldRows<R>['gone']
}

export function DataTable<R extends { id: string }>(props: DataTableProps<R>) {
  const { label, columns, rows, question = '', stale = false } = props
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const { shown, gone, ...news } = useHeldRows(rows, `${question} ${stale}`)
  const table = useTable({ features, data: shown, columns, getRowId: (row) => row.id })
  const View = narrow ? DataTableCards : DataTableGrid
  return (
    <>
      <NewRows {...news} of={label} />
      <View {...props} table={table} gone={gone} />
    </>
  )
}
