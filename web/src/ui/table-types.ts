/** Types of data tables: columns, and the props of both views. */
import { type ColumnDef, type ReactTable, tableFeatures } from '@tanstack/react-table'
import type { FrozenRows } from '#web/lib/hooks/frozen-rows.ts'

interface ColumnMeta {
  /**
   * Role on a card: heading, beside it, or without a label.
   * The default is 'name: value'.
   */
  card?: 'heading' | 'aside' | 'plain'
  /** CSS width of the column. */
  width?: string
  align?: 'end'
  /** True if its head sorts. */
  sortable?: boolean
}

/** No features of the library: the server sorts, searches and pages. */
export const features = tableFeatures({ columnMeta: {} as ColumnMeta })
export type TableFeatures = typeof features
export type Column<R extends { id: string }> = ColumnDef<TableFeatures, R>

export interface DataTableProps<R extends { id: string }> {
  label: string
  columns: Column<R>[]
  rows: readonly R[]
  /** Sorted column and direction; undefined for a fixed order. */
  sorting?: { id: string; desc: boolean }
  sortBy?(column: string, order: 'asc' | 'desc'): void
  /** Query of the rows: search, order and page. */
  question?: string
  /** True while the rows belong to an earlier query. */
  stale?: boolean
  /** Returns true for rows in grey. */
  greyed?(row: R): boolean
}

/** Props of both views. */
export interface TableViewProps<R extends { id: string }>
  extends Pick<DataTableProps<R>, 'label' | 'sorting' | 'sortBy' | 'stale' | 'greyed'> {
  table: ReactTable<TableFeatures, R>
  /** Removed rows that stay frozen during interaction. */
  gone: FrozenRows<R>['gone']
}
