/** List of reports, newest first. */

import { IconReport } from '@tabler/icons-react'
import type { AdminReport } from '#contract/views.ts'
import { useLiveRefresh } from '#web/lib/feed/use-room.ts'
import { figure } from '#web/lib/format/numbers.ts'
import { changed, useTableState } from '#web/lib/hooks/table-state.ts'
import cell from '#web/ui/data-table.module.css'
import type { Column } from '#web/ui/data-table.tsx'
import { RelativeTime, SimulatedBadge, StatusBadge } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { useAdminReportsQuery } from './calls.ts'
import { PAGE_SIZE, PagedTable } from './paged-table.tsx'

const SORTABLE: readonly string[] = []
const DEFAULTS = { sort: '', order: 'desc' } as const

const columns: Column<AdminReport>[] = [
  {
    id: 'description',
    header: 'Description',
    meta: { card: 'heading', width: '36%' },
    cell: ({ row }) => (
      <>
        {row.original.description || 'Bin full report'} <SimulatedBadge of={row.original} />
      </>
    ),
  },
  {
    id: 'user',
    header: 'User',
    cell: ({ row: { original: report } }) => (
      <>
        <div>{report.user_name || 'Unknown'}</div>
        {report.user_email && <div className={cell.small}>{report.user_email}</div>}
      </>
    ),
  },
  { id: 'zone', header: 'Zone', cell: ({ row }) => row.original.zone },
  {
    id: 'status',
    header: 'Status',
    meta: { card: 'aside' },
    cell: ({ row }) => <StatusBadge status={row.original.status} />,
  },
  { id: 'date', header: 'Date', cell: ({ row }) => <RelativeTime iso={row.original.created_at} /> },
]

export function ReportsTab() {
  const { state, show } = useTableState(DEFAULTS, SORTABLE)
  const { page } = state
  const { data, currentData, error, isFetching, refetch } = useAdminReportsQuery(
    { page, size: PAGE_SIZE },
    { refetchOnMountOrArgChange: true },
  )
  useLiveRefresh(refetch)
  return (
    <Panel
      title="Reports"
      aside={data && <span className={cell.small}>{figure(data.total)} reports, newest first</span>}
    >
      <PagedTable
        label="Reports, newest first"
        of="reports"
        columns={columns}
        state={state}
        show={(part) => show(changed(state, part))}
        answer={data && { rows: data.reports, total: data.total }}
        fetching={{ current: currentData !== undefined, busy: isFetching, error, retry: refetch }}
        failure="Failed to load reports"
        empty={
          <EmptyState icon={IconReport} title="No reports yet">
            A report appears here the moment a resident sends it.
          </EmptyState>
        }
      />
    </Panel>
  )
}
