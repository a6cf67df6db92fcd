/** Quarantined events of screen data and background rules, with position, reason and retry. */
import { IconChecks } from '@tabler/icons-react'
import type { QuarantinedItem } from '#contract/views.ts'
import cell from '#web/ui/data-table.module.css'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Badge } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { dataWords } from './data-words.ts'
import { OperationButton } from './operation-button.tsx'
import classes from './operations.module.css'

const columns: Column<QuarantinedItem>[] = [
  {
    id: 'name',
    header: 'Missing from',
    meta: { card: 'heading', width: '18%' },
    cell: ({ row: { original: entry } }) => (
      <>
        <div className={cell.strong}>{entry.kind === 'view' ? dataWords(entry.name) : entry.name}</div>
        <div className={cell.small}>{entry.kind === 'view' ? 'Screen data' : 'Background rule'}</div>
      </>
    ),
  },
  { id: 'what', header: 'Event', cell: ({ row }) => <span className={classes.code}>{row.original.what}</span> },
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

function Retry({ entry: { target, name, position } }: { entry: QuarantinedItem }) {
  if (!target) return <span className={cell.small}>Update WasteSense: a newer version wrote it.</span>
  return (
    <OperationButton operation={{ rebuild: target }} label={`Retry event ${position} in ${dataWords(name)}`}>
      Retry
    </OperationButton>
  )
}

export function QuarantinePanel({ entries, reading }: { entries: QuarantinedItem[]; reading: boolean | undefined }) {
  return (
    <Panel
      title="Quarantined events"
      aside={
        reading === undefined ? (
          <Badge tone="critical">Workers do not answer</Badge>
        ) : (
          reading && <Badge tone="progress">Background rules are reading the log</Badge>
        )
      }
    >
      {entries.length === 0 ? (
        <EmptyState icon={IconChecks} title="No quarantined events">
          An event that screen data or a background rule cannot use appears here with the reason.
        </EmptyState>
      ) : (
        <>
          <p className={classes.note}>
            The screens lack what these events say. Retry after an update: the data is made again from the log while the
            screens go on, and nothing is sent twice. An event that fails again stays here.
          </p>
          <DataTable label="Quarantined events" columns={columns} rows={entries} />
        </>
      )}
    </Panel>
  )
}
