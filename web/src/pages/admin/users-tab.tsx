/** List of users on the dashboard. */

import { IconUsers } from '@tabler/icons-react'
import type { AdminUser } from '#contract/views.ts'
import { ROLE_LABELS } from '#domain/city.ts'
import { useAdminUsersQuery } from '#web/features/users/calls.ts'
import { nameOf } from '#web/features/users/users.ts'
import { useLiveRefresh } from '#web/lib/feed/use-room.ts'
import { figure } from '#web/lib/format/numbers.ts'
import { changed, useTableState } from '#web/lib/hooks/table-state.ts'
import cell from '#web/ui/data-table.module.css'
import type { Column } from '#web/ui/data-table.tsx'
import { Badge, RelativeTime } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { PAGE_SIZE, PagedTable } from './paged-table.tsx'

const SORTABLE = ['name', 'role', 'zone', 'createdAt']
const DEFAULTS = { sort: 'createdAt', order: 'desc' } as const

const columns: Column<AdminUser>[] = [
  {
    id: 'name',
    header: 'User',
    meta: { sortable: true, card: 'heading' },
    cell: ({ row: { original: user } }) => (
      <>
        <div className={cell.strong}>{nameOf(user)}</div>
        {!user.erased && <div className={cell.small}>{user.email}</div>}
      </>
    ),
  },
  {
    id: 'role',
    header: 'Role',
    meta: { sortable: true, card: 'aside' },
    cell: ({ row }) => <Badge tone="plain">{ROLE_LABELS[row.original.role]}</Badge>,
  },
  {
    id: 'zone',
    header: 'Zone/Facility',
    meta: { sortable: true },
    cell: ({ row }) => row.original.zone ?? row.original.facility ?? '-',
  },
  {
    id: 'createdAt',
    header: 'Joined',
    meta: { sortable: true },
    cell: ({ row }) => <RelativeTime iso={row.original.created_at} />,
  },
]

export function UsersTab() {
  const { state, show } = useTableState(DEFAULTS, SORTABLE)
  const { sort, order, page } = state
  const { data, currentData, error, isFetching, refetch } = useAdminUsersQuery(
    { sort, order, page, size: PAGE_SIZE },
    { refetchOnMountOrArgChange: true },
  )
  useLiveRefresh(refetch)
  return (
    <Panel title="Users" aside={data && <span className={cell.small}>{figure(data.total)} users</span>}>
      <PagedTable
        label="Users"
        of="users"
        columns={columns}
        state={state}
        show={(part) => show(changed(state, part))}
        sortable
        answer={data && { rows: data.users, total: data.total }}
        fetching={{ current: currentData !== undefined, busy: isFetching, error, retry: refetch }}
        failure="Failed to load users"
        empty={
          <EmptyState icon={IconUsers} title="No users">
            Everybody who signs up or is created by an admin appears here.
          </EmptyState>
        }
        greyed={(user) => user.erased}
      />
    </Panel>
  )
}
