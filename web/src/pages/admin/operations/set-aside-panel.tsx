/** Quarantined events of views and policies, with position, reason and retry. */
import { IconChecks } from '@tabler/icons-react'
import type { SetAside } from '#contract/views.ts'
import { Badge } from '#web/components/badge.tsx'
import cell from '#web/components/cell.module.css'
import { DataTable } from '#web/components/data-table.tsx'
import { Panel } from '#web/components/panel.tsx'
import { EmptyState } from '#web/components/states.tsx'
import type { Column } from '#web/components/table-parts.ts'
import { OperationButton } from './operation-button.tsx'
import classes from './operations.module.css'

const columns: Column<SetAside>[] = [
  {
    id: 'name',
    header: 'Set aside by',
    meta: { card: 'heading', width: '18%' },
    cell: ({ row: { original: entry } }) => (
      <>
        <div className={cell.strong}>{entry.name}</div>
        <div className={cell.small}>{entry.kind === 'view' ? 'View' : 'Policy'}</div>
      </>
    ),
  },
  { id: 'what', header: 'What', cell: ({ row }) => <span className={classes.code}>{row.original.what}</span> },
  {
    id: 'position',
    header: 'Position',
    meta: { width: '10%' },
    cell: ({ row }) => <span className="ws-figures">{row.original.position}</span>,
  },
  {
    id: 'error',
    header: 'Why',
    meta: { width: '30%' },
    cell: ({ row }) => <span className={classes.error}>{row.original.error}</span>,
  },
  {
    id: 'retry',
    header: 'Retry',
    meta: { card: 'plain', width: '14%' },
    cell: ({ row: { original: entry } }) => <Retry entry={entry} />,
  },
]

function Retry({ entry: { target, name, position } }: { entry: SetAside }) {
  if (!target) return <span className={cell.small}>Update WasteSense: a newer version wrote it.</span>
  return (
    <OperationButton operation={{ rebuild: target }} label={`Retry what ${name} set aside at ${position}`}>
      Retry
    </OperationButton>
  )
}

export function SetAsidePanel({ entries, reading }: { entries: SetAside[]; reading: boolean | undefined }) {
  return (
    <Panel
      title="Set aside"
      aside={
        reading === undefined ? (
          <Badge tone="critical">Workers do not answer</Badge>
        ) : (
          reading && <Badge tone="progress">Policies are reading the log</Badge>
        )
      }
    >
      {entries.length === 0 ? (
        <EmptyState icon={IconChecks} title="Nothing was set aside">
          Events that a view or a policy could not take in appear here with the reason.
        </EmptyState>
      ) : (
        <>
          <p className={classes.note}>
            A retry makes the view anew of the whole log beside the rows that people see, or has the policies read the
            log anew. Nothing is sent twice by it. What fails again stays in this list.
          </p>
          <DataTable label="What was set aside" columns={columns} rows={entries} />
        </>
      )}
    </Panel>
  )
}
