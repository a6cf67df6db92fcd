/** The security log, newest first: sign-ins, refusals and account changes. */
import { figure } from '#web/lib/format/numbers.ts'
import '#web/ui/input-styles.ts'
import { NativeSelect } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import { SECURITY_KINDS, type SecurityKind } from '#contract/audit/security.ts'
import type { SecurityEntry } from '#contract/views.ts'
import { useLiveRefresh } from '#web/lib/feed/use-room.ts'
import { changed, useTableState } from '#web/lib/hooks/table-state.ts'
import cell from '#web/ui/data-table.module.css'
import type { Column } from '#web/ui/data-table.tsx'
import { Badge, RelativeTime } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import classes from './admin.module.css'
import { useSecurityLogQuery } from './calls.ts'
import { PAGE_SIZE, PagedTable } from './paged-table.tsx'
import { securityLabels, securityTone } from './words.ts'

const SORTABLE: readonly string[] = []
const DEFAULTS = { sort: '', order: 'desc' } as const

const columns: Column<SecurityEntry>[] = [
  {
    id: 'kind',
    header: 'What',
    meta: { card: 'heading', width: '30%' },
    cell: ({ row: { original: entry } }) => <Badge tone={securityTone(entry.kind)}>{securityLabels[entry.kind]}</Badge>,
  },
  { id: 'user', header: 'Who', cell: ({ row: { original: entry } }) => <Who entry={entry} /> },
  {
    id: 'origin',
    header: 'From',
    cell: ({ row }) => <span className={cell.small}>{row.original.origin ?? '–'}</span>,
  },
  { id: 'at', header: 'When', meta: { card: 'aside' }, cell: ({ row }) => <RelativeTime iso={row.original.at} /> },
]

function Who({ entry: { userId, user_name } }: { entry: SecurityEntry }) {
  if (!userId) return <span className={cell.small}>No account of this name</span>
  return (
    <>
      <div>{user_name ?? 'Unknown'}</div>
      <div className={cell.small}>{userId}</div>
    </>
  )
}

export function SecurityTab() {
  const { state, show } = useTableState(DEFAULTS, SORTABLE)
  const [kind, setKind] = useState<SecurityKind | ''>('')
  const { page } = state
  const { data, currentData, error, isFetching, refetch } = useSecurityLogQuery(
    { page, size: PAGE_SIZE, kind: kind || undefined },
    { refetchOnMountOrArgChange: true },
  )
  useLiveRefresh(refetch)
  return (
    <Panel
      title="Security"
      aside={
        data && (
          <span className={cell.small}>
            {figure(data.total)} {data.total === 1 ? 'entry' : 'entries'}, newest first
          </span>
        )
      }
    >
      <div className={classes.tools}>
        <NativeSelect
          aria-label="Which entries"
          size="md"
          data={[
            { value: '', label: 'All' },
            ...SECURITY_KINDS.map((value) => ({ value, label: securityLabels[value] })),
          ]}
          value={kind}
          onChange={(event) => {
            setKind(event.currentTarget.value as SecurityKind | '')
            show(changed(state, { page: 1 }))
          }}
        />
        <span className={cell.small}>Addresses are shown as codes: the same address always has the same code.</span>
      </div>
      <PagedTable
        label="Security log, newest first"
        of="entries"
        columns={columns}
        state={state}
        show={(part) => show(changed(state, part))}
        answer={data && { rows: data.entries, total: data.total }}
        fetching={{ current: currentData !== undefined, busy: isFetching, error, retry: refetch }}
        failure="Failed to load the security log"
        empty={
          <EmptyState icon={IconShieldLock} title="Nothing here yet">
            Sign-ins, refusals and changes of passwords appear here as they happen.
          </EmptyState>
        }
      />
    </Panel>
  )
}
