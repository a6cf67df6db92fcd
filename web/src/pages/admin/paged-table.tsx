/**
 * List whose pages come from the server.
 * Shows that it is loading, failed or empty, or shows the rows.
 */
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { failureTextOf } from '#web/lib/api/api.ts'
import cell from '#web/ui/data-table.module.css'
import {
  DataTable,
  type DataTableColumn,
  DataTablePager,
  DataTableSkeleton,
  type PagedRowKind,
  type TableState,
} from '#web/ui/data-table.tsx'
import { ErrorState } from '#web/ui/states.tsx'

/** Number of rows per page. */
export const ROWS_PER_PAGE = 50

export interface PagedTableProps<R extends { id: string }> {
  label: string
  of: PagedRowKind
  columns: DataTableColumn<R>[]
  state: TableState
  show(part: Partial<TableState>): void
  /** True if a click on a column heading sorts the list. */
  sortable?: boolean
  answer: { rows: readonly R[]; total: number } | undefined
  /**
   * State of the request.
   * `current` means that the shown response answers the current query.
   */
  fetching: { current: boolean; busy: boolean; error: unknown; retry(): unknown }
  failure: string
  empty: ReactNode
  greyed?(row: R): boolean
}

export function PagedTable<R extends { id: string }>(props: PagedTableProps<R>) {
  const { label, of, columns, state, show, sortable, answer, fetching, failure, empty, greyed } = props
  // Keeps the rows if reloading fails; the freshness badge shows their age.
  if (fetching.error && !fetching.busy && !fetching.current) {
    return <ErrorState message={failureTextOf(fetching.error, failure)} retry={() => void fetching.retry()} />
  }
  if (!answer) {
    return (
      <>
        <p className={cell.small} role="status">
          <Trans>Loading…</Trans>
        </p>
        <DataTableSkeleton />
      </>
    )
  }
  // Checks the total, not the rows: a page after the last has no rows but needs the page buttons.
  if (answer.total === 0) return empty
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        rows={answer.rows}
        question={JSON.stringify(state)}
        sorting={sortable ? { id: state.sort, desc: state.order === 'desc' } : undefined}
        sortBy={sortable ? (sort, order) => show({ sort, order }) : undefined}
        stale={!fetching.current}
        greyed={greyed}
      />
      <DataTablePager
        page={state.page}
        size={ROWS_PER_PAGE}
        total={answer.total}
        of={of}
        turnTo={(page) => show({ page })}
      />
    </>
  )
}
