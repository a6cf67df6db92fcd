/** Tabs of sites and reports. */
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconMapPin, IconReport } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { AdminReport, AdminStats } from '#contract/views.ts'
import { useLiveRefresh } from '#web/lib/feed/use-room.ts'
import { figure, withUnit } from '#web/lib/format/numbers.ts'
import { personName } from '#web/lib/language/person-name.ts'
import { ByPhoneBadge } from '#web/ui/by-phone-badge.tsx'
import cell from '#web/ui/data-table.module.css'
import {
  changeTableState,
  DataTable,
  type DataTableColumn,
  DataTableSkeleton,
  useTableState,
} from '#web/ui/data-table.tsx'
import { Meter, RelativeTime, SimulatedBadge, StatusBadge } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import classes from './admin.module.css'
import { utilizationPercentOf, utilizationTone } from './admin.ts'
import { useAdminReportsQuery } from './calls.ts'
import { PAGE_SIZE, PagedTable } from './paged-table.tsx'

type SiteLoad = AdminStats['wasteStats'][number]

const sitesColumns = (): DataTableColumn<SiteLoad>[] => [
  {
    id: 'name',
    header: t`Name`,
    meta: { card: 'heading' },
    cell: ({ row }) => <span className={cell.strong}>{row.original.name}</span>,
  },
  { id: 'location', header: t`Location`, cell: ({ row }) => row.original.location },
  {
    id: 'capacity',
    header: t`Capacity`,
    cell: ({ row: { original: site } }) =>
      t`${{ load: figure(site.currentCapacity) }} / ${{ capacity: figure(site.maxCapacity) }} tonnes`,
  },
  {
    id: 'utilization',
    header: t`Utilization`,
    meta: { width: '32%', card: 'plain' },
    cell: ({ row: { original: site } }) => (
      <div className={classes.utilization}>
        <Meter
          label={t`Utilization of ${{ site: site.name }}, percent`}
          value={utilizationPercentOf(site)}
          max={100}
          tone={utilizationTone(site)}
        />
        <span className="ws-figures">{withUnit(utilizationPercentOf(site), '%')}</span>
      </div>
    ),
  },
]

/** Tab with the waste sites and their fill levels. */
export function SitesTab({ sites }: { sites: SiteLoad[] | undefined }) {
  const columns = useMemo(sitesColumns, [])
  return (
    <Panel title={t`Waste Sites`}>
      {!sites && <DataTableSkeleton rows={2} />}
      {sites?.length === 0 && (
        <EmptyState icon={IconMapPin} title={t`No waste sites`}>
          <Trans>Each waste site appears here with how full it is.</Trans>
        </EmptyState>
      )}
      {sites && sites.length > 0 && <DataTable label={t`Waste sites`} columns={columns} rows={sites} />}
    </Panel>
  )
}

const SORTABLE: readonly string[] = []
const DEFAULTS = { sort: '', order: 'desc' } as const

const reportsColumns = (): DataTableColumn<AdminReport>[] => [
  {
    id: 'description',
    header: t`Description`,
    meta: { card: 'heading', width: '36%' },
    cell: ({ row }) => (
      <>
        <span>{row.original.description || t`Bin full report`}</span> {row.original.via === 'phone' && <ByPhoneBadge />}{' '}
        <SimulatedBadge of={row.original} />
      </>
    ),
  },
  {
    id: 'user',
    header: t`User`,
    cell: ({ row: { original: report } }) => (
      <>
        <div>{personName(report.user_name) || t`Unknown`}</div>
        {report.user_email && <div className={cell.small}>{report.user_email}</div>}
      </>
    ),
  },
  { id: 'zone', header: t`Zone`, cell: ({ row }) => row.original.zone },
  {
    id: 'status',
    header: t`Status`,
    meta: { card: 'aside' },
    cell: ({ row }) => <StatusBadge status={row.original.status} />,
  },
  { id: 'date', header: t`Date`, cell: ({ row }) => <RelativeTime iso={row.original.created_at} /> },
]

/** Tab with the reports, newest first. */
export function ReportsTab() {
  const columns = useMemo(reportsColumns, [])
  const { state, show } = useTableState(DEFAULTS, SORTABLE)
  const { page } = state
  const { data, currentData, error, isFetching, refetch } = useAdminReportsQuery(
    { page, size: PAGE_SIZE },
    { refetchOnMountOrArgChange: true },
  )
  useLiveRefresh(refetch)
  return (
    <Panel
      title={t`Reports`}
      aside={
        data && (
          <span
            className={cell.small}
          >{t`${plural({ reports: data.total }, { one: '# report', other: '# reports' })}, newest first`}</span>
        )
      }
    >
      <PagedTable
        label={t`Reports, newest first`}
        of="reports"
        columns={columns}
        state={state}
        show={(part) => show(changeTableState(state, part))}
        answer={data && { rows: data.reports, total: data.total }}
        fetching={{ current: currentData !== undefined, busy: isFetching, error, retry: refetch }}
        failure={t`Failed to load reports`}
        empty={
          <EmptyState icon={IconReport} title={t`No reports yet`}>
            <Trans>Reports appear here as soon as residents send them.</Trans>
          </EmptyState>
        }
      />
    </Panel>
  )
}
