/** Dashboard tabs with lists: waste sites, reports, users and the security log. */

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '#web/ui/input-styles.ts'
import { NativeSelect } from '@mantine/core'
import { IconMapPin, IconReport, IconShieldLock, IconUsers } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { SECURITY_KINDS, type SecurityKind } from '#contract/audit/kinds.ts'
import type { AdminReport, AdminStats, AdminUser, SecurityLogEntry } from '#contract/views.ts'
import { signInNameOf } from '#domain/contacts.ts'
import { useAdminUsersQuery, userNameOf } from '#web/features/users/users.tsx'
import { useLiveRefresh } from '#web/lib/feed/use-room.ts'
import { roleNameOf } from '#web/lib/format/labels.ts'
import { formatNumber, withUnit } from '#web/lib/format/numbers.ts'
import { personNameOf } from '#web/lib/language/person-name.ts'
import { ByPhoneBadge } from '#web/ui/by-phone-badge.tsx'
import cell from '#web/ui/data-table.module.css'
import {
  changeTableState,
  DataTable,
  type DataTableColumn,
  DataTableSkeleton,
  useTableState,
} from '#web/ui/data-table.tsx'
import { Badge, Meter, RelativeTime, SimulatedBadge, StatusBadge } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import classes from './admin.module.css'
import {
  getSecurityLabels,
  securityToneOf,
  useAdminReportsQuery,
  useSecurityLogQuery,
  utilizationPercentOf,
  utilizationToneOf,
} from './admin.ts'
import { PagedTable, ROWS_PER_PAGE } from './paged-table.tsx'

/** Table state of lists that cannot be sorted. */
const NOT_SORTABLE: readonly string[] = []
const FIXED_ORDER = { sort: '', order: 'desc' } as const

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
      t`${{ load: formatNumber(site.currentCapacity) }} / ${{ capacity: formatNumber(site.maxCapacity) }} tonnes`,
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
          tone={utilizationToneOf(site)}
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
        <div>{personNameOf(report.user_name) || t`Unknown`}</div>
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
  const { state, show } = useTableState(FIXED_ORDER, NOT_SORTABLE)
  const { page } = state
  const { data, currentData, error, isFetching, refetch } = useAdminReportsQuery(
    { page, size: ROWS_PER_PAGE },
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

const USERS_SORTABLE = ['name', 'role', 'zone', 'createdAt']
const USERS_DEFAULTS = { sort: 'createdAt', order: 'desc' } as const

const usersColumns = (): DataTableColumn<AdminUser>[] => [
  {
    id: 'name',
    header: t`User`,
    meta: { sortable: true, card: 'heading' },
    cell: ({ row: { original: user } }) => (
      <>
        <div className={cell.strong}>{userNameOf(user)}</div>
        {!user.erased && <div className={cell.small}>{signInNameOf(user)}</div>}
      </>
    ),
  },
  {
    id: 'role',
    header: t`Role`,
    meta: { sortable: true, card: 'aside' },
    cell: ({ row }) => <Badge tone="plain">{roleNameOf(row.original.role)}</Badge>,
  },
  {
    id: 'zone',
    header: t`Zone/Facility`,
    meta: { sortable: true },
    cell: ({ row }) => row.original.zone ?? row.original.facility ?? '-',
  },
  {
    id: 'createdAt',
    header: t`Joined`,
    meta: { sortable: true },
    cell: ({ row }) => <RelativeTime iso={row.original.created_at} />,
  },
]

/** Tab with the list of users. */
export function UsersTab() {
  const columns = useMemo(usersColumns, [])
  const { state, show } = useTableState(USERS_DEFAULTS, USERS_SORTABLE)
  const { sort, order, page } = state
  const { data, currentData, error, isFetching, refetch } = useAdminUsersQuery(
    { sort, order, page, size: ROWS_PER_PAGE },
    { refetchOnMountOrArgChange: true },
  )
  useLiveRefresh(refetch)
  return (
    <Panel
      title={t`Users`}
      aside={
        data && <span className={cell.small}>{plural({ users: data.total }, { one: '# user', other: '# users' })}</span>
      }
    >
      <PagedTable
        label={t`Users`}
        of="users"
        columns={columns}
        state={state}
        show={(part) => show(changeTableState(state, part))}
        sortable
        answer={data && { rows: data.users, total: data.total }}
        fetching={{ current: currentData !== undefined, busy: isFetching, error, retry: refetch }}
        failure={t`Failed to load users`}
        empty={
          <EmptyState icon={IconUsers} title={t`No users`}>
            <Trans>Residents who sign up and staff accounts appear here.</Trans>
          </EmptyState>
        }
        greyed={(user) => user.erased}
      />
    </Panel>
  )
}

const securityColumns = (): DataTableColumn<SecurityLogEntry>[] => [
  {
    id: 'kind',
    header: t`What`,
    meta: { card: 'heading', width: '30%' },
    cell: ({ row: { original: entry } }) => (
      <Badge tone={securityToneOf(entry.kind)}>{getSecurityLabels()[entry.kind]}</Badge>
    ),
  },
  { id: 'user', header: t`Who`, cell: ({ row: { original: entry } }) => <Who entry={entry} /> },
  {
    id: 'origin',
    header: t`From`,
    cell: ({ row }) => <span className={cell.small}>{row.original.origin ?? '–'}</span>,
  },
  { id: 'at', header: t`When`, meta: { card: 'aside' }, cell: ({ row }) => <RelativeTime iso={row.original.at} /> },
]

function Who({ entry: { userId, user_name } }: { entry: SecurityLogEntry }) {
  if (!userId)
    return (
      <span className={cell.small}>
        <Trans>No account with this name</Trans>
      </span>
    )
  return (
    <>
      <div>{user_name === undefined ? t`Unknown` : personNameOf(user_name)}</div>
      <div className={cell.small}>{userId}</div>
    </>
  )
}

/** Security log tab, newest first: sign-ins, refusals and account changes. */
export function SecurityTab() {
  const columns = useMemo(securityColumns, [])
  const { state, show } = useTableState(FIXED_ORDER, NOT_SORTABLE)
  const [kind, setKind] = useState<SecurityKind | ''>('')
  const { page } = state
  const { data, currentData, error, isFetching, refetch } = useSecurityLogQuery(
    { page, size: ROWS_PER_PAGE, kind: kind || undefined },
    { refetchOnMountOrArgChange: true },
  )
  useLiveRefresh(refetch)
  return (
    <Panel
      title={t`Security`}
      aside={
        data && (
          <span className={cell.small}>
            {plural({ total: data.total }, { one: '# entry', other: '# entries, newest first' })}
          </span>
        )
      }
    >
      <div className={classes.tools}>
        <NativeSelect
          aria-label={t`Kind of entry`}
          size="md"
          data={[
            { value: '', label: t`All` },
            ...SECURITY_KINDS.map((value) => ({ value, label: getSecurityLabels()[value] })),
          ]}
          value={kind}
          onChange={(event) => {
            setKind(event.currentTarget.value as SecurityKind | '')
            show(changeTableState(state, { page: 1 }))
          }}
        />
        <span className={cell.small}>
          <Trans>Network addresses appear as codes. The same address always has the same code.</Trans>
        </span>
      </div>
      <PagedTable
        label={t`Security log, newest first`}
        of="entries"
        columns={columns}
        state={state}
        show={(part) => show(changeTableState(state, part))}
        answer={data && { rows: data.entries, total: data.total }}
        fetching={{ current: currentData !== undefined, busy: isFetching, error, retry: refetch }}
        failure={t`Failed to load the security log`}
        empty={
          <EmptyState icon={IconShieldLock} title={t`No entries yet`}>
            <Trans>Sign-ins, refused sign-ins and password changes appear here.</Trans>
          </EmptyState>
        }
      />
    </Panel>
  )
}
