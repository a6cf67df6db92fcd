/** The admin page for users: search, create, edit and delete. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { AdminUser } from '#contract/views.ts'
import { CreateStaffDialog } from '#web/features/users/create-staff.tsx'
import {
  ConfirmUserEmailDialog,
  DeleteUserDialog,
  DropSecondFactorDialog,
  EditUserDialog,
} from '#web/features/users/user-dialogs.tsx'
import { createUserColumns, UserSearch, useAdminUsersQuery } from '#web/features/users/users.tsx'
import { useSession } from '#web/lib/api/session.ts'
import { useLiveRefresh } from '#web/lib/feed/use-room.ts'
import { useTitle } from '#web/lib/hooks/page.ts'
import { changeTableState, useTableState } from '#web/ui/data-table.tsx'
import { FreshnessBadge } from '#web/ui/marks.tsx'
import page from '#web/ui/page.module.css'
import { PageHead, Panel } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import classes from './admin.module.css'
import { PagedTable, ROWS_PER_PAGE } from './paged-table.tsx'

const SORTABLE = ['email', 'name', 'role']
const DEFAULTS = { sort: 'name', order: 'asc' } as const

/** The open dialog and the user to whom it applies. */
type OpenDialog = { what: 'create' } | { what: 'edit' | 'delete' | 'confirm' | 'second-factor'; user: AdminUser }

export function AdminUsers() {
  const { user: self } = useSession()
  const { state, show } = useTableState(DEFAULTS, SORTABLE)
  const [doing, setDoing] = useState<OpenDialog | null>(null)
  const query = useAdminUsersQuery({ ...state, size: ROWS_PER_PAGE }, { refetchOnMountOrArgChange: true })
  const { data, currentData, isFetching, error, refetch } = query
  const columns = useMemo(
    () =>
      createUserColumns({
        selfId: self?.id,
        edit: (user) => setDoing({ what: 'edit', user }),
        remove: (user) => setDoing({ what: 'delete', user }),
        confirm: (user) => setDoing({ what: 'confirm', user }),
      }),
    [self?.id],
  )
  useTitle(t`User Management`)
  useLiveRefresh(refetch)
  const close = () => setDoing(null)
  return (
    <div className={page.page}>
      <PageHead title={t`User Management`} titleAlone>
        <FreshnessBadge />
        <Button
          leftSection={<IconUserPlus size={18} aria-hidden="true" />}
          onClick={() => setDoing({ what: 'create' })}
        >
          <Trans>Create staff</Trans>
        </Button>
      </PageHead>
      <Panel title={t`All users`} aside={<Fetching busy={isFetching && !currentData} />}>
        <div className={classes.tools}>
          <UserSearch search={state.search} find={(search) => show(changeTableState(state, { search }))} />
        </div>
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
          empty={<NobodyFound search={state.search} />}
          greyed={(user) => user.erased}
        />
      </Panel>
      <CreateStaffDialog opened={doing?.what === 'create'} close={close} />
      <EditUserDialog
        user={doing?.what === 'edit' ? doing.user : null}
        close={close}
        dropSecondFactor={(user) => setDoing({ what: 'second-factor', user })}
      />
      <DropSecondFactorDialog user={doing?.what === 'second-factor' ? doing.user : null} close={close} />
      <ConfirmUserEmailDialog user={doing?.what === 'confirm' ? doing.user : null} close={close} />
      <DeleteUserDialog user={doing?.what === 'delete' ? doing.user : null} close={close} />
    </div>
  )
}

function Fetching({ busy }: { busy: boolean }) {
  return (
    <span role="status" className={classes.fetching}>
      {busy ? t`Loading…` : ''}
    </span>
  )
}

function NobodyFound({ search }: { search: string }) {
  return (
    <EmptyState icon={IconUsers} title={search ? t`No users found for ‘${search}’` : t`No users`}>
      {search
        ? t`Search by part of a name, an email, an employee ID or a zone.`
        : t`Residents who sign up and staff accounts appear here.`}
    </EmptyState>
  )
}
