/** What a table is made of: its columns, and what both ways of showing it are given. */
import { type ColumnDef, type ReactTable, tableFeatures } from '@tanstack/react-table'
import type { HeldRows } from '#web/hooks/held-rows.ts'

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
export const features = tableFeatures({ columnMeta: {} as ColumnMeta })
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
