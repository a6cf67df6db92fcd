/** Tabs of users and of the security log. */
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { roleName } from '#web/lib/format/labels.ts'
import '#web/ui/input-styles.ts'
import { NativeSelect } from '@mantine/core'
import { IconShieldLock, IconUsers } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { SECURITY_KINDS, type SecurityKind } from '#contract/audit/kinds.ts'
import type { AdminUser, SecurityLogEntry } from '#contract/views.ts'
import { useAdminUsersQuery } from '#web/features/users/calls.ts'
import { nameOf } from '#web/features/users/users.ts'
import { useLiveRefresh } from '#web/lib/feed/use-room.ts'
import { signInName } from '#web/lib/format/sign-in-name.ts'
import { changeTableState, useTableState } from '#web/lib/hooks/table-state.ts'
import { personName } from '#web/lib/language/person-name.ts'
import cell from '#web/ui/data-table.module.css'
import type { DataTableColumn } from '#web/ui/data-table.tsx'
import { Badge, RelativeTime } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import classes from './admin.module.css'
import { securityLabels, securityTone } from './admin.ts'
import { useSecurityLogQuery } from './calls.ts'
import { PAGE_SIZE, PagedTable } from './paged-table.tsx'

const USERS_SORTABLE = ['name', 'role', 'zone', 'createdAt']
const USERS_DEFAULTS = { sort: 'createdAt', order: 'desc' } as const

const usersColumns = (): DataTableColumn<AdminUser>[] => [
  {
    id: 'name',
    header: t`User`,
    meta: { sortable: true, card: 'heading' },
    cell: ({ row: { original: user } }) => (
      <>
        <div className={cell.strong}>{nameOf(user)}</div>
        {!user.erased && <div className={cell.small}>{signInName(user)}</div>}
      </>
    ),
  },
  {
    id: 'role',
    header: t`Role`,
    meta: { sortable: true, card: 'aside' },
    cell: ({ row }) => <Badge tone="plain">{roleName(row.original.role)}</Badge>,
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
    { sort, order, page, size: PAGE_SIZE },
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

const SECURITY_SORTABLE: readonly string[] = []
const SECURITY_DEFAULTS = { sort: '', order: 'desc' } as const

const securityColumns = (): DataTableColumn<SecurityLogEntry>[] => [
  {
    id: 'kind',
    header: t`What`,
    meta: { card: 'heading', width: '30%' },
    cell: ({ row: { original: entry } }) => (
      <Badge tone={securityTone(entry.kind)}>{securityLabels()[entry.kind]}</Badge>
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
      <div>{user_name === undefined ? t`Unknown` : personName(user_name)}</div>
      <div className={cell.small}>{userId}</div>
    </>
  )
}

/** Tab with the security log, newest entries first: sign-ins, refusals and account changes. */
export function SecurityTab() {
  const columns = useMemo(securityColumns, [])
  const { state, show } = useTableState(SECURITY_DEFAULTS, SECURITY_SORTABLE)
  const [kind, setKind] = useState<SecurityKind | ''>('')
  const { page } = state
  const { data, currentData, error, isFetching, refetch } = useSecurityLogQuery(
    { page, size: PAGE_SIZE, kind: kind || undefined },
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
            ...SECURITY_KINDS.map((value) => ({ value, label: securityLabels()[value] })),
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
