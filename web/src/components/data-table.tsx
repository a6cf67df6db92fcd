/** A table whose rows the server searches, sorts and pages: columns on wide screens, cards on narrow ones. */
import { useMediaQuery } from '@mantine/hooks'
import { type ColumnDef, getCoreRowModel, type RowData, type Table, useReactTable } from '@tanstack/react-table'
import { DataTableCards } from './data-table-cards.tsx'
import { DataTableGrid } from './data-table-grid.tsx'
import { useHeldRows } from './held-rows.ts'

declare module '@tanstack/react-table' {
  interface ColumnMeta<TData extends RowData, TValue> {
    /** On a card: its heading, beside the heading, or without its name before it. Otherwise 'name: value'. */
    card?: 'heading' | 'aside' | 'plain'
    /** Width of the column, as CSS. */
    width?: string
    align?: 'end'
  }
}

export interface DataTableProps<R extends { id: string }> {
  label: string
  columns: ColumnDef<R>[]
  rows: readonly R[]
  /** The column that the rows are sorted by, and the way; none where the order is fixed. */
  sorting?: { id: string; desc: boolean }
  /** Called with a column's id. */
  sortBy?(column: string, order: 'asc' | 'desc'): void
  /** The rows are of an earlier question, and the answer is on its way. */
  stale?: boolean
  /** Rows that are shown greyed. */
  greyed?(row: R): boolean
}

/** What both ways of showing it need. */
export interface ShownTable<R extends { id: string }>
  extends Pick<DataTableProps<R>, 'label' | 'sortBy' | 'stale' | 'greyed'> {
  table: Table<R>
  /** For the element around the rows: they stay where they are while a hand is over them. */
  hand: ReturnType<typeof useHeldRows>['hand']
}

export function DataTable<R extends { id: string }>(props: DataTableProps<R>) {
  const { columns, rows, sorting } = props
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const { shown, hand } = useHeldRows(rows)
  const table = useReactTable({
    data: shown as R[],
    columns,
    state: { sorting: sorting ? [sorting] : [] },
    manualSorting: true,
    enableSortingRemoval: false,
    getRowId: (row) => row.id,
    getCoreRowModel: getCoreRowModel(),
  })
  const View = narrow ? DataTableCards : DataTableGrid
  return <View {...props} table={table} hand={hand} />
}
