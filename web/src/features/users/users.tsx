/** List of users for admins: API endpoints, columns and search field. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '#web/ui/input-styles.ts'
import { Button, CloseButton, TextInput, UnstyledButton } from '@mantine/core'
import { useClipboard, useDebouncedCallback } from '@mantine/hooks'
import { IconCheck, IconCopy, IconSearch } from '@tabler/icons-react'
import { useContext, useEffect, useRef, useState } from 'react'
import type { AdminUser } from '#contract/views.ts'
import { signInNameOf, toReadablePhone } from '#domain/contacts.ts'
import { api } from '#web/lib/api/api.ts'
import { defineCommand, defineQuery } from '#web/lib/api/request.ts'
import { roleNameOf } from '#web/lib/format/labels.ts'
import { accessibleActionNameOf } from '#web/lib/format/names.ts'
import { RowRemovedContext } from '#web/lib/hooks/frozen-rows.ts'
import cell from '#web/ui/data-table.module.css'
import type { DataTableColumn } from '#web/ui/data-table.tsx'
import { Badge, SimulatedBadge } from '#web/ui/marks.tsx'
import classes from './users.module.css'

const calls = api.enhanceEndpoints({ addTagTypes: ['AdminUsers'] }).injectEndpoints({
  endpoints: (build) => ({
    adminUsers: build.query({ ...defineQuery('adminUsers'), providesTags: ['AdminUsers'] }),
    createStaff: build.mutation(defineCommand('createStaff')),
    changeUser: build.mutation(defineCommand('changeUser')),
    confirmUser: build.mutation(defineCommand('confirmUser')),
    dropSecondFactor: build.mutation(defineCommand('dropSecondFactor')),
    deleteUser: build.mutation(defineCommand('deleteUser')),
  }),
})

export const {
  useAdminUsersQuery,
  useCreateStaffMutation,
  useChangeUserMutation,
  useDeleteUserMutation,
  useConfirmUserMutation,
  useDropSecondFactorMutation,
} = calls

/** Causes the lists of users to reload. */
export const invalidateUsers = () => calls.util.invalidateTags(['AdminUsers'])

/**
 * Requested change of a user.
 * Residents have a zone; staff may have a facility.
 */
export interface UserChange {
  role: string
  zone: string
  facility: string
}

export function toUserChange({ role, zone, facility }: UserChange): Partial<UserChange> & Pick<UserChange, 'role'> {
  return role === 'resident' ? { role, zone } : { role, facility }
}

/** Returns a user's name, or a fixed text for erased users. */
export function userNameOf({ name, erased }: Pick<AdminUser, 'name' | 'erased'>): string {
  return erased ? t`Erased resident` : name
}

const SHORT_ID_LENGTH = 6

/**
 * First six characters of a user's id.
 * Hover or focus shows all, a click copies.
 */
function UserId({ id }: { id: string }) {
  const { copy, copied, error } = useClipboard({ timeout: 2_000 })
  const Icon = copied ? IconCheck : IconCopy
  const hint = error ? t`Could not be copied: ${id}` : copied ? t`Copied` : t`${id} (click to copy)`
  return (
    <UnstyledButton
      className={`${classes.id} ws-hint`}
      data-hint={hint}
      aria-label={t`${{ short: id.slice(0, SHORT_ID_LENGTH) }}: copy ID ${id}`}
      onClick={() => copy(id)}
    >
      {id.slice(0, SHORT_ID_LENGTH)}
      <Icon size={14} aria-hidden="true" />
    </UnstyledButton>
  )
}

interface UserActions {
  /** Id of the signed-in admin, who cannot change or delete themselves. */
  selfId: string | undefined
  edit(user: AdminUser): void
  remove(user: AdminUser): void
  /** Called to confirm the user's email address. */
  confirm(user: AdminUser): void
}

export function createUserColumns(doable: UserActions): DataTableColumn<AdminUser>[] {
  return [
    { id: 'id', header: 'ID', meta: { width: '120px' }, cell: ({ row }) => <UserId id={row.original.id} /> },
    {
      id: 'email',
      header: t`Email or Employee ID`,
      meta: { sortable: true },
      cell: ({ row }) => <Identifier user={row.original} />,
    },
    {
      id: 'name',
      header: t`Name`,
      meta: { sortable: true, card: 'heading' },
      cell: ({ row: { original: user } }) => (
        <>
          <span className={cell.strong}>{userNameOf(user)}</span> <SimulatedBadge of={user} />{' '}
          {user.unconfirmed && (
            <Badge tone="progress">
              <Trans>Unconfirmed</Trans>
            </Badge>
          )}
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
      id: 'actions',
      header: t`Actions`,
      meta: { align: 'end', card: 'plain', width: '1%' },
      cell: ({ row }) => <UserButtons user={row.original} {...doable} />,
    },
  ]
}

/** Sign-in names: email or employee ID first, then a resident's phone number. */
function Identifier({ user }: { user: AdminUser }) {
  const { email, employee_id, sign_in_phone, erased } = user
  if (erased) return '–'
  const below = employee_id ? email : email && toReadablePhone(sign_in_phone ?? '')
  return (
    <>
      <div>{employee_id ?? signInNameOf(user)}</div>
      {below && <div className={cell.small}>{below}</div>}
    </>
  )
}

function UserButtons({ user, selfId, edit, remove, confirm }: UserActions & { user: AdminUser }) {
  if (user.erased)
    return (
      <span className={cell.small}>
        <Trans>No changes possible</Trans>
      </span>
    )
  const self = user.id === selfId
  return (
    <div className={classes.actions}>
      {user.unconfirmed && <UserButton label={t`Confirm`} user={user} refused={false} act={confirm} />}
      <UserButton label={t`Edit`} user={user} refused={self && t`You can’t change your own account here.`} act={edit} />
      <UserButton label={t`Delete`} user={user} refused={self && t`You can’t delete yourself.`} act={remove} />
    </div>
  )
}

interface UserButtonProps {
  label: string
  user: AdminUser
  /**
   * Reason why the action is refused, or false.
   * A refused button can still have the focus, to show the reason.
   */
  refused: string | false
  act(user: AdminUser): void
}

function UserButton({ label, user, refused: never, act }: UserButtonProps) {
  const gone = useContext(RowRemovedContext)
  const refused = never || (gone && t`This user is no longer in the list.`)
  return (
    <Button
      variant="default"
      fz="xs"
      px="sm"
      className="ws-hint"
      data-east
      data-hint={refused || undefined}
      aria-description={refused || undefined}
      aria-label={accessibleActionNameOf(label, userNameOf(user))}
      aria-disabled={Boolean(refused)}
      data-disabled={refused ? true : undefined}
      onClick={() => !refused && act(user)}
    >
      {label}
    </Button>
  )
}

const SEARCH_PAUSE_MS = 300

/**
 * Search field for users.
 * Changes the address once typing stops.
 */
export function UserSearch({ search, find }: { search: string; find(search: string): void }) {
  const [typed, setTyped] = useState(search)
  const sent = useRef(search)
  const findLater = useDebouncedCallback((text: string) => {
    sent.current = text.trim()
    find(sent.current)
  }, SEARCH_PAUSE_MS)

  useEffect(() => {
    // After the browser's back or forward button, the search field shows the search of the address.
    if (search === sent.current) return
    sent.current = search
    setTyped(search)
  }, [search])

  function type(text: string) {
    setTyped(text)
    findLater(text)
  }

  return (
    <TextInput
      className={classes.search}
      type="text"
      role="searchbox"
      aria-label={t`Search users`}
      placeholder={t`Search by name, email, employee ID or zone`}
      size="md"
      maxLength={100}
      spellCheck={false}
      autoComplete="off"
      leftSection={<IconSearch size={18} aria-hidden="true" />}
      rightSection={typed && <CloseButton aria-label={t`Clear the search`} onClick={() => type('')} />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
