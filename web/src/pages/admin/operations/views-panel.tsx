/** Views with their lag, and the progress of a rebuild. */
import type { ViewState } from '#contract/views.ts'
import cell from '#web/components/cell.module.css'
import { DataTable } from '#web/components/data-table.tsx'
import { Meter } from '#web/components/meter.tsx'
import { Panel } from '#web/components/panel.tsx'
import type { Column } from '#web/components/table-parts.ts'
import { counted, figure, withUnit } from '#web/format/numbers.ts'
import { OperationButton } from './operation-button.tsx'
import classes from './operations.module.css'

const columns: Column<ViewState>[] = [
  {
    id: 'id',
    header: 'View',
    meta: { card: 'heading' },
    cell: ({ row: { original: view } }) => (
      <>
        <span className={cell.strong}>{view.id}</span> <span className={cell.small}>version {view.version}</span>
      </>
    ),
  },
  { id: 'lag', header: 'Behind', cell: ({ row }) => counted(row.original.lag, 'event') },
  {
    id: 'progress',
    header: 'Rebuild',
    meta: { width: '34%' },
    cell: ({ row }) => <Progress view={row.original} />,
  },
  {
    id: 'rebuild',
    header: 'Make anew',
    meta: { card: 'plain', width: '16%' },
    cell: ({ row }) => <RebuildButton view={row.original} />,
  },
]

const isUnderWay = ({ rebuild }: ViewState) => rebuild !== undefined && rebuild.state !== 'done'

function Progress({ view: { id, rebuild } }: { view: ViewState }) {
  if (!rebuild) return <span className={cell.small}>–</span>
  if (rebuild.state === 'waiting') return 'Waiting for another'
  if (rebuild.state === 'done') {
    const { corrected } = rebuild
    if (corrected === 0) return 'Done: all rows were right'
    return `Done: ${counted(corrected, 'row')} ${corrected === 1 ? 'was' : 'were'} put right`
  }
  const percent = Math.round(rebuild.done * 100)
  return (
    <div className={classes.progress}>
      <Meter label={`Rebuild of ${id}, percent`} value={percent} max={100} tone="progress" />
      <span className="ws-figures">{withUnit(percent, '%')}</span>
    </div>
  )
}

function RebuildButton({ view }: { view: ViewState }) {
  return (
    <OperationButton operation={{ rebuild: view.id }} label={`Rebuild ${view.id}`} isUnderWay={isUnderWay(view)}>
      Rebuild
    </OperationButton>
  )
}

export function ViewsPanel({ views, position }: { views: ViewState[]; position: string }) {
  return (
    <Panel title="Views" aside={<span className={cell.small}>at position {figure(Number(position))}</span>}>
      <DataTable label="Views" columns={columns} rows={views} />
    </Panel>
  )
}
